import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { someCnpj, someCpf } from '../../server/test/people.ts';
import { writeSheet } from '../../server/src/platform/csv/write-sheet.ts';
import { dialog, go, openAdministration, sentFrom } from './admin.fixture.ts';
import { countClicks } from './click-counter.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { productSheet } from './product-sheet.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

interface Import {
  readonly import_id: string;
  readonly state: string;
  readonly created: number;
  readonly failure: string | null;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const imports = (): Promise<readonly Import[]> =>
  administration.list<Import>('/api/v1/admin/import?per_page=100');
const importOf = async (page: Page): Promise<Import> =>
  (await administration.ask(
    'GET',
    `/api/v1/admin/import/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`,
  )) as unknown as Import;
const placeOf = (page: Page): string => new URL(page.url()).pathname.replace('/admin', '');
const totalOf = async (url: string): Promise<number> =>
  ((await administration.ask('GET', url)) as { meta: { total: number } }).meta.total;

/** Uploads a sheet in the first step and waits until it was validated. */
async function preview(page: Page, type: string, name: string, text: string): Promise<void> {
  await go(page, `/importacoes/nova?tipo=${type}`);
  await page.locator('#sheet').setInputFiles(fileOf(name, text));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Approves the sheet that is open. */
async function approve(page: Page, action: string): Promise<void> {
  await button(page, action).click();
  await inDialog(page, action).click();
}

/**
 * Returns the service's template of a type with its examples turned into rows; each template's rows
 * belong to different people.
 */
const examplesOf = (type: string, model: string): string => {
  const rows = model.replaceAll(/^# /gm, '');
  if (type === 'producers') return rows.replace('11.222.333/0001-81', someCnpj());
  return type === 'consultants' ? rows.replace('529.982.247-25', someCpf()) : rows;
};

/** Uploads four producers: an unknown city, a wrong e-mail, a city of another state, and a right one. */
async function uploadFarms(page: Page, domain: string): Promise<void> {
  const heading = ['Nome', 'E-mail', 'CPF ou CNPJ', 'CEP', 'Logradouro', 'Município', 'UF'];
  const farm = (name: string, email: string, city: string, state: string): string[] => [
    name,
    email,
    someCpf(),
    '78890-000',
    'Rodovia BR-163',
    city,
    state,
  ];
  const { content } = await writeSheet('xlsx', 'produtores', heading, [
    farm('Sítio Um', `um@${domain}.example`, 'Sorrizo', 'MT'),
    farm('Sítio Dois', `dois@${domain}`, 'Sorriso', 'MT'),
    farm('Sítio Três', `tres@${domain}.example`, 'Sorriso', 'PR'),
    farm('Sítio Quatro', `quatro@${domain}.example`, 'Sorriso', 'MT'),
  ]);
  await go(page, '/importacoes/nova?tipo=producers');
  await page.locator('#sheet').setInputFiles({
    name: 'produtores.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
}

/** Waits for a sentence about the rows. */
const rowsAre = (page: Page, sentence: string): Promise<void> =>
  page.getByRole('heading', { name: sentence }).waitFor();

describe('the import pages', () => {
  // The examples of the templates fit together in this order.
  for (const [type, label] of [
    ['producers', 'Produtores'],
    ['suppliers', 'Fornecedores'],
    ['consultants', 'Consultores'],
    ['products', 'Produtos'],
    ['orders', 'Cotações'],
    ['proposals', 'Propostas'],
  ] as const) {
    it(`import ${type} once on a double click, and any administrator can open the result`, async () => {
      const { page, problems } = await administration.enter();
      await go(page, '/importacoes/nova');
      await page.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
      const coming = page.waitForEvent('download');
      await button(page, 'Baixar modelo (.csv)').click();
      const model = fs.readFileSync(await (await coming).path(), 'utf8');
      await page.locator('#sheet').setInputFiles(fileOf(`${type}.csv`, examplesOf(type, model)));
      await page
        .getByRole('heading', { level: 2, name: '2 linhas: 2 prontas, nenhuma com erro' })
        .waitFor();
      const before = await imports();
      const sent = sentFrom(page);
      await button(page, 'Importar 2 linhas').click();
      await inDialog(page, 'Importar 2 linhas').dblclick();
      await page.getByText(/^Importação concluída: [12] cadastros? criados?$/).waitFor();
      assert.deepEqual([sent.length, (await imports()).length], [1, before.length]);
      assert.equal((await importOf(page)).state, 'completed');

      const { page: other } = await administration.enter();
      await go(other, placeOf(page));
      await other.getByText(/^Importação concluída: /).waitFor();
      assert.equal(await button(other, /^Importar/).count(), 0);
      await other.getByRole('link', { name: `Ver ${label.toLowerCase()}` }).click();
      await other.getByRole('heading', { level: 1, name: label }).waitFor();
      assert.deepEqual(problems, []);
    });
  }

  it('import a workbook with three errors without leaving the page', async (t) => {
    const { page, problems } = await administration.enter();
    const counter = await countClicks(page);
    await uploadFarms(page, 'grade');
    await page.getByRole('heading', { name: '4 linhas: 1 pronta, 3 com erro' }).waitFor();
    const here = page.url();
    counter.begin();
    await counter.click(button(page, 'Você quis dizer Sorriso/MT?').first());
    await page.getByRole('heading', { name: '4 linhas: 2 prontas, 2 com erro' }).waitFor();
    await counter.click(button(page, 'Você quis dizer Sorriso/MT?'));
    await page.getByRole('heading', { name: '4 linhas: 3 prontas, 1 com erro' }).waitFor();
    const email = page.getByLabel('E-mail, linha 3');
    assert.equal(await email.getAttribute('aria-invalid'), 'true');
    await counter.write(email, 'dois@grade.example');
    await counter.press('Enter');
    await page.getByRole('heading', { name: '4 linhas: 4 prontas, nenhuma com erro' }).waitFor();
    await counter.click(button(page, 'Importar 4 linhas'));
    await counter.click(inDialog(page, 'Importar 4 linhas'));
    await page.getByText('Importação concluída: 4 cadastros criados').waitFor();
    assert.equal(page.url(), here);
    t.diagnostic(`three errors: ${counter.clicks()} clicks, ${counter.keys()} keys`);
    assert.ok(counter.clicks() <= 5, `${counter.clicks()} clicks`);
    assert.deepEqual(problems, []);
  });

  it('import a workbook with three errors on a phone, each understood where it stands, and nothing lost', async (t) => {
    const { page, problems } = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await enter(page, '/admin', accounts.admin);
    const counter = await countClicks(page);
    await uploadFarms(page, 'celular');
    await rowsAre(page, '4 linhas: 1 pronta, 3 com erro');
    counter.begin();
    await page.getByRole('radio', { name: 'Com erro (3)' }).tap();
    await page.getByText('1–3 de 3').waitFor();
    const rowOf = (row: number) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${row}` }) });
    for (const [row, name, cell, sentence] of [
      [2, 'Sítio Um', 'Município', 'Este município não existe neste estado.'],
      [3, 'Sítio Dois', 'E-mail', 'e-mail'],
      [4, 'Sítio Três', 'Município', 'Este município não existe neste estado.'],
    ] as const) {
      const field = page.getByLabel(`${cell}, linha ${row}`);
      assert.equal(await page.getByLabel(`Nome, linha ${row}`).inputValue(), name);
      assert.ok(await page.getByLabel(`Nome, linha ${row}`).isVisible());
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await rowOf(row).getByText(sentence).first().scrollIntoViewIfNeeded();
      assert.ok(await field.isVisible());
      // The other cells of the row are a tap away: which of city and state is wrong, a person knows.
      assert.equal(await page.getByLabel(`UF, linha ${row}`).isVisible(), false);
    }
    await rowOf(4).getByRole('button', { name: 'Ver a linha inteira' }).tap();
    await page.getByLabel('UF, linha 4').tap();
    await page.getByLabel('UF, linha 4').fill('MT');
    await button(page, 'Conferir de novo (1 célula)').waitFor();
    const check = await button(page, 'Conferir de novo (1 célula)').boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Menu' }).last().boundingBox();
    assert.ok(check !== null && tabs !== null);
    assert.ok(check.y + check.height <= tabs.y, `${check.y} to ${check.y + check.height}`);
    // One tap checks what was written and what was proposed.
    await rowOf(2).getByRole('button', { name: 'Você quis dizer Sorriso/MT?' }).tap();
    await rowsAre(page, '4 linhas: 3 prontas, 1 com erro');
    await page.getByLabel('E-mail, linha 3').tap();
    await page.getByLabel('E-mail, linha 3').fill('dois@celular.example');
    await page.keyboard.press('Enter');
    await rowsAre(page, '4 linhas: 4 prontas, nenhuma com erro');
    await button(page, 'Importar 4 linhas').tap();
    await inDialog(page, 'Importar 4 linhas').tap();
    await page.getByText('Importação concluída: 4 cadastros criados').waitFor();
    t.diagnostic(`three errors on a phone: ${counter.clicks()} taps`);
    assert.ok(counter.clicks() <= 7, `${counter.clicks()} taps`);
    assert.deepEqual(problems, []);
  });

  it('show progress and result after reloads, while other work runs first', async () => {
    const { page, problems } = await administration.enter();
    await preview(
      page,
      'products',
      'muitos.csv',
      productSheet({ rows: 300, name: 'Adubo em fila' }),
    );
    const { import_id: waits } = await importOf(page);
    // No import gets further than this: another keeps this one waiting for its turn.
    const unlock = await portals.lock('products');
    const { page: earlier } = await administration.enter();
    await preview(
      earlier,
      'products',
      'antes.csv',
      productSheet({ rows: 2, name: 'Adubo na frente' }),
    );
    await approve(earlier, 'Importar 2 linhas');
    await earlier.getByRole('heading', { name: 'Importando' }).waitFor();

    await approve(page, 'Importar 300 linhas');
    await page.getByRole('heading', { name: 'Importando' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Importando' }).waitFor();
    await page.getByRole('progressbar').waitFor();
    await go(page, '/importacoes');
    await page.getByRole('link', { name: 'muitos.csv' }).click();
    assert.match(page.url(), new RegExp(waits));
    await page.getByRole('heading', { name: 'Importando' }).waitFor();
    await unlock();
    await page.getByText('Importação concluída: 300 cadastros criados').waitFor();
    await page.reload();
    await page.getByText('Importação concluída: 300 cadastros criados').waitFor();
    assert.deepEqual(problems, []);
  });

  it('show the progress of a slow upload, ask before leaving, and allow another attempt', async () => {
    const { page } = await administration.enter();
    await go(page, '/importacoes/nova?tipo=products');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 40_000,
    });
    const sheet = fileOf('lenta.csv', productSheet({ rows: 9_000, name: 'Adubo lento' }));
    await page.locator('#sheet').setInputFiles(sheet);
    await page.getByText(/^Enviando lenta\.csv: [1-9]\d?%$/).waitFor();
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.reload();
    await page.getByText('Escolher planilha').waitFor();
    assert.deepEqual(asked, ['beforeunload']);
    assert.ok(await page.getByRole('radio', { name: /^Produtos/ }).isChecked());
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.locator('#sheet').setInputFiles(sheet);
    await page
      .getByRole('heading', { name: '9.000 linhas: 9.000 prontas, nenhuma com erro' })
      .waitFor();
    await page.getByRole('link', { name: 'Importação', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Importação' }).waitFor();
    assert.deepEqual(asked, ['beforeunload'], 'nothing is asked once it has arrived');
  });

  it('goes on with a renewed session, and never in the name of another user who has signed in', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/importacoes/nova?tipo=products');
    const session = await page.evaluate(
      () => JSON.parse(localStorage.getItem('lavra.admin.session') ?? '') as { token: string },
    );
    await portals.api('POST', '/api/v1/refresh', { token: session.token });
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('import/preview'))
        sent.push(request.headers()['authorization']);
    });
    const text = productSheet({ rows: 2, name: 'Adubo renovado' });
    await page.locator('#sheet').setInputFiles(fileOf('renovada.csv', text));
    await page.getByRole('heading', { level: 1, name: 'renovada.csv' }).waitFor();
    assert.equal(sent.length, 2, 'refused, renewed, and sent again');
    assert.notEqual(sent[1], sent[0]);

    await go(page, '/importacoes/nova?tipo=products');
    await page.route('**/import/preview', async (route) => {
      await page.evaluate(() => {
        const key = 'lavra.admin.session';
        const { user, ...rest } = JSON.parse(localStorage.getItem(key) ?? '') as {
          user: { id: number };
        };
        localStorage.setItem(
          key,
          JSON.stringify({ ...rest, token: 'of another', user: { ...user, id: user.id + 1 } }),
        );
      });
      await route.fulfill({ status: 401, json: { error: 'Entre de novo.' } });
    });
    await page.locator('#sheet').setInputFiles(fileOf('alheia.csv', text));
    await page.getByRole('alert').waitFor();
    assert.equal(sent.length, 3, 'sent once');
    assert.ok(!sent.includes('Bearer of another'));
    assert.deepEqual(problems, []);
  });

  it('store nothing when an e-mail was taken since the preview, and name the row', async () => {
    const { page, problems } = await administration.enter();
    await preview(
      page,
      'consultants',
      'tomados.csv',
      'Nome;E-mail\nRui Alves;rui@tomado.example\nEva Alves;eva@tomado.example\n',
    );
    await page.getByRole('heading', { name: '2 linhas: 2 prontas, nenhuma com erro' }).waitFor();
    await administration.ask('POST', '/api/v1/admin/users', {
      user_type: 'admin',
      admin_role: 'financeiro',
      name: 'Eva',
      email: 'eva@tomado.example',
      password: 'Colheita2027',
      password_confirmation: 'Colheita2027',
      email_verified: true,
    });
    await approve(page, 'Importar 2 linhas');
    await page.getByText('Nada foi gravado').waitFor();
    await page.getByText(/^Linha 3: /).waitFor();
    await page.reload();
    await page.getByText('Nada foi gravado').waitFor();
    assert.equal(await totalOf('/api/v1/admin/consultants?q=tomado.example'), 0);
    await page.getByRole('link', { name: 'envie-a de novo' }).click();
    await page.waitForURL(/nova\?tipo=consultants/);
    await go(page, '/importacoes?situacao=failed');
    await page.getByRole('link', { name: 'tomados.csv' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('store what was previewed, whatever happens to the file, and announce existing entries', async () => {
    const { page, problems } = await administration.enter();
    const sheet = productSheet({ rows: 4, name: 'Adubo visto' });
    await preview(page, 'products', 'vista.csv', sheet);
    const place = placeOf(page);
    await preview(page, 'products', 'vista.csv', sheet.replaceAll('Adubo visto', 'Outro adubo'));
    await go(page, place);
    await approve(page, 'Importar 4 linhas');
    await page.getByText('Importação concluída: 4 cadastros criados').waitFor();
    assert.deepEqual(
      [
        await totalOf('/api/v1/products?q=Adubo+visto'),
        await totalOf('/api/v1/products?q=Outro+adubo'),
      ],
      [4, 0],
    );
    await preview(page, 'products', 'vista.csv', sheet);
    assert.equal(await page.getByText('Já existe', { exact: true }).count(), 4);
    await page.getByText('4 linhas já existem e serão puladas. Não há o que importar.').waitFor();
    assert.equal(await button(page, /^Importar/).count(), 0);
    assert.deepEqual(problems, []);
  });

  it('list the invalid rows with their row number, and refuse an import without valid rows', async () => {
    const { page, problems } = await administration.enter();
    await preview(
      page,
      'products',
      'erradas.csv',
      productSheet({ rows: 60, wrong: 2, name: 'Adubo errado' }),
    );
    await page.getByRole('heading', { name: '60 linhas: 58 prontas, 2 com erro' }).waitFor();
    assert.equal(
      await button(page, /^Importar/).count(),
      0,
      'all or nothing is the choice at first',
    );
    await page.getByRole('radio', { name: 'Com erro (2)' }).check();
    await page.getByText('1–2 de 2').waitFor();
    await page.getByRole('rowheader', { name: /^31 Com erro/ }).waitFor();
    const wrong = page.getByRole('textbox', { name: 'Subtipo, linha 31' });
    assert.equal(await wrong.inputValue(), 'Ureas');
    assert.equal(await wrong.getAttribute('aria-invalid'), 'true');
    await page.reload();
    await page.getByText('1–2 de 2').waitFor();
    await preview(
      page,
      'products',
      'nenhuma.csv',
      productSheet({ rows: 2, wrong: 2, name: 'Adubo errado' }),
    );
    await page.getByRole('heading', { name: '2 linhas: nenhuma pronta, 2 com erro' }).waitFor();
    assert.equal(
      (await page.getByRole('radio', { name: /^Importar só as prontas/ }).count()) +
        (await button(page, /^Importar/).count()),
      0,
    );
    assert.deepEqual(problems, []);
  });

  it('refuse a file that is no import file at once, and an unreadable one with the reason', async () => {
    const { page } = await administration.enter();
    await go(page, '/importacoes/nova?tipo=products');
    const sent = sentFrom(page);
    await page.locator('#sheet').setInputFiles({
      name: 'tabela.xls',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('PK'),
    });
    await page.getByText('Escolha uma planilha .xlsx ou um arquivo .csv.').waitFor();
    await page.locator('#sheet').setInputFiles(fileOf('vazio.csv', ''));
    await page.getByText('O arquivo está vazio.').waitFor();
    assert.deepEqual(sent, []);
    await page.locator('#sheet').setInputFiles(fileOf('outra.csv', 'Sabor;Cor\nAzedo;Azul\n'));
    await page.getByText('outra.csv não pôde ser conferido').waitFor();
    await page
      .getByRole('alert')
      .getByText(/Falta a coluna/)
      .waitFor();
    assert.equal(sent.length, 1);
  });
});
