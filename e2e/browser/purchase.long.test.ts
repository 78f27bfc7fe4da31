import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { someCpf } from '../../server/test/people.ts';
import { violationsOn } from './axe.ts';
import { enter, startPortals } from './portals.ts';
import { focusIsOn } from './focus.ts';
import { propose, registerMarkedSupplier } from './producer-people.ts';
import {
  addItem,
  beginOrder,
  button,
  draftSaved,
  enterAnew,
  heading,
  namesOn,
  tokenIn,
} from './producer-steps.ts';
import { hasMark, textOf, watch } from './producer-watch.ts';
import { edit, fillSheet, price, send } from './supplier.fixture.ts';

// One purchase, from the first visit to the choice, by four people: Ana on her phone, and three of
// the suppliers who answer her, each in their own browser. Every identifying field of a supplier
// contains a marker, and everything that Ana's browser receives, shows or stores is searched for
// the markers at the end.

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);

const ana = {
  name: 'Ana Lima',
  email: 'ana.lima@fazenda.example',
  password: 'Colheita2027',
  phone: '(66) 99999-7777',
};
const phone = await portals.visitor({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});
const { page } = phone;
const seen = await watch(phone.context);
const [bySheet, inPart, withSimilar, byApi] = [
  await registerMarkedSupplier(api, 0),
  await registerMarkedSupplier(api, 1),
  await registerMarkedSupplier(api, 2),
  await registerMarkedSupplier(api, 3),
];
const suppliers = [bySheet, inPart, withSimilar, byApi];
const marks = suppliers.flatMap((supplier) => supplier.marks);

/** What is learned on the way. */
const known = { order: '', names: new Map<string, string>() as ReadonlyMap<string, string> };
const proposalOf = async (token: string): Promise<string> => {
  const { body } = await api('GET', `/api/v1/supplier/orders/${known.order}`, { token });
  return (body['my_proposals'] as readonly { uuid: string }[])[0]?.uuid ?? ''; // SupplierOrder
};
const nameOf = async ({ token }: { readonly token: string }): Promise<string> =>
  known.names.get(await proposalOf(token)) ?? '';
const supplierAt = async ({ email }: { readonly email: string }) => {
  const visitor = await portals.visitor();
  await enter(visitor.page, '/fornecedor', email);
  return visitor;
};

/**
 * Registers a chapter. It fails at once when an earlier one failed, because it depends on those.
 */
let isBroken = false;
function chapter(name: string, story: (t: TestContext) => Promise<void>): void {
  void it(name, async (t) => {
    assert.ok(!isBroken, 'the story broke off before');
    isBroken = true;
    await story(t);
    isBroken = false;
  });
}

describe('one purchase', () => {
  chapter(
    'starts with a producer who registers on her phone and confirms her e-mail by the link',
    async () => {
      await page.goto('/');
      await page.getByRole('link', { name: /Sou produtor/ }).click();
      await page.getByRole('link', { name: 'Criar conta de produtor' }).click();
      await page.getByLabel(/^CPF/).fill(someCpf());
      await page.getByLabel('Nome completo').fill(ana.name);
      await page.getByLabel('E-mail').fill(ana.email);
      await page.getByLabel(/^Senha/).fill(ana.password);
      await button(page, 'Continuar').click();
      await page.getByLabel('Telefone').fill(ana.phone);
      await page.getByLabel('CEP').fill('78890000');
      await page.getByRole('combobox', { name: 'Município' }).tap();
      await page.getByRole('combobox', { name: 'Município' }).fill('sorri');
      await page.getByRole('option', { name: 'Sorriso', exact: true }).click();
      await page.getByLabel(/Estrada ou rodovia/).fill('Rodovia BR-163, km 750');
      await button(page, 'Criar conta').click();
      await page.getByText('Confirme seu e-mail.').waitFor();
      await page.goto(await portals.linkInMail(ana.email, 'Confirme seu e-mail'));
      await page.getByText('E-mail confirmado.').waitFor();
      await page.goto('/produtor');
      await page.getByText('Sua primeira cotação começa aqui').waitFor();
      await page.getByText('Confirme seu e-mail.').waitFor({ state: 'detached' });
      await seen.look(page);
    },
  );

  chapter(
    'continues with an order of three catalogue items, published after its audience is shown',
    async () => {
      await page.getByRole('link', { name: 'Nova cotação' }).first().click();
      await heading(page, 'Nova cotação');
      // Nothing is sent while required fields are missing, and the focus moves to the first of
      // them.
      await button(page, 'Continuar').click();
      await page.getByText('Escolha até quando você recebe propostas.').waitFor();
      known.order = await beginOrder(page, 'Insumos para a soja');
      // The newest item comes first.
      await addItem(page, 'cloreto', '80');
      await addItem(page, 'ureia', '1.200');
      await addItem(page, 'glifosato', '350,5');
      await draftSaved(page);
      await page.getByRole('link', { name: 'Continuar' }).click();
      await page
        .getByRole('group', { name: 'Usar um endereço seu' })
        .getByRole('button')
        .first()
        .click();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Sorriso'),
      );
      await draftSaved(page);
      await page.getByRole('link', { name: 'Continuar' }).click();
      await page
        .getByText(/\d+ fornecedor(?:es)? atende/)
        .first()
        .waitFor();
      await page.getByText('receituário agronômico').first().waitFor();
      await button(page, 'Publicar cotação').click();
      await page
        .getByRole('dialog')
        .getByText(/\d+ fornecedor(?:es)? atende/)
        .waitFor();
      await button(page, 'Publicar').click();
      await heading(page, 'Insumos para a soja');
      await page.getByText('Publicada', { exact: true }).first().waitFor();
      await seen.look(page);
    },
  );

  chapter(
    'gets a first proposal by spreadsheet, and her bell shows it without a reload',
    async () => {
      const bell = page.getByRole('button', { name: 'Notificações: 1 não lida' });
      assert.equal(await bell.count(), 0);
      const { page: desk, problems } = await supplierAt(bySheet);
      await edit(desk, { uuid: known.order });
      await fillSheet(desk, ['21,4892', '160', '170']);
      await desk.getByLabel('Observações').fill(bySheet.notes);
      await desk.getByLabel('Sua referência').fill(bySheet.reference);
      await desk.getByText('Seu texto identifica a sua empresa.').waitFor();
      await send(desk);
      // The receipt belongs to the supplier: it shows that the search at the end can read names in
      // such a file.
      const [receipt] = await Promise.all([
        desk.waitForEvent('download'),
        button(desk, 'Baixar comprovante (PDF)').click(),
      ]);
      assert.ok(hasMark(await textOf(receipt), bySheet.marks), 'marks can be read in a PDF');
      await bell.waitFor();
      await bell.click();
      await page
        .getByRole('group', { name: 'Notificações' })
        .getByText(/proposta/i)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      assert.deepEqual(problems, []);
    },
  );

  chapter(
    'gets a second proposal for some of the items, with the reason for the rest',
    async () => {
      const { page: desk, problems } = await supplierAt(inPart);
      await desk.goto(`/fornecedor/cotacoes/${known.order}`);
      await desk
        .getByLabel('Sua pergunta')
        .fill(`A entrega pode ser em duas viagens? ${inPart.notes}`);
      await button(desk, 'Perguntar').click();
      await desk.getByRole('heading', { name: /A entrega pode ser em duas viagens/ }).waitFor();
      await edit(desk, { uuid: known.order });
      await price(desk, 1).fill('20');
      for (const position of [2, 3])
        await desk
          .getByLabel(new RegExp(`^Resposta para .*, item ${position}$`))
          .selectOption('none');
      await desk
        .getByLabel(/^Justificativa/)
        .first()
        .fill(inPart.notes);
      await desk.getByLabel('Condição de pagamento').fill(`À vista para ${inPart.email}`);
      await send(desk);
      assert.deepEqual(problems, []);
    },
  );

  chapter('gets a third proposal with a similar product, and a fourth one', async () => {
    const { page: desk, problems } = await supplierAt(withSimilar);
    await edit(desk, { uuid: known.order });
    for (const [index, one] of ['22', '157', '165'].entries())
      await price(desk, index + 1).fill(one);
    await desk.getByLabel(/^Resposta para .*, item 1$/).selectOption('similar');
    await desk.getByLabel(/^Produto similar de/).fill('Genérico 480');
    await desk
      .getByLabel(/^Descrição do similar de/)
      .fill(`Mesma concentração. ${withSimilar.notes}`);
    await desk.getByLabel('Frete', { exact: true }).selectOption('Valor à parte');
    await desk.getByLabel('Valor do frete (R$)').fill('100');
    await send(desk);
    await propose(api, known.order, { prices: [23, 157, 180], supplier: byApi });
    // The question, and the proposals as one.
    await button(page, 'Notificações: 2 não lidas').click();
    await page
      .getByRole('group', { name: 'Notificações' })
      .getByText(/^4 propostas novas na cotação/)
      .waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(problems, []);
  });

  chapter('lets her answer a question, and shows four proposals under stable names', async () => {
    await page.goto(`/produtor/cotacoes/${known.order}/perguntas`);
    await page.getByLabel('Sua resposta').fill('Pode, até o dia 10.');
    await button(page, 'Publicar resposta').click();
    await page.getByText('Sua resposta,', { exact: false }).waitFor();
    await seen.look(page);
    known.names = await namesOn(page, known.order);
    assert.deepEqual(
      [...known.names.values()].map((name) => name.split(' · ')[0]),
      ['Proposta A', 'Proposta B', 'Proposta C', 'Proposta D'],
    );
    await page.reload();
    assert.deepEqual(await namesOn(page, known.order), known.names, 'in one session they stay');
    await seen.look(page);
  });

  chapter(
    'compares three proposals, and no fourth by mouse, keyboard, address or stored choice',
    async () => {
      const box = (letter: string) =>
        page.getByRole('checkbox', { name: `Comparar Proposta ${letter}` });
      const chosen = () => page.getByRole('checkbox', { checked: true }).count();
      const full = page.getByText('Você já escolheu 3 propostas. Desmarque uma para trocar.');
      await box('A').check();
      await box('B').focus();
      await page.keyboard.press('Space');
      await box('C').check();
      await box('D').click();
      await full.waitFor();
      await box('D').focus();
      await page.keyboard.press('Space');
      assert.equal(await chosen(), 3);
      // The choice stored on this device is restored, limited to three.
      const uuids = [...known.names.keys()];
      await page.goto(`/produtor/cotacoes/${known.order}/propostas`);
      await page.getByText('3 de 3 selecionadas').waitFor();
      await page.evaluate((all) => {
        const key = Object.keys(localStorage).find((name) => name.includes('comparar.'));
        if (key === undefined) throw new Error('the choice is kept nowhere');
        localStorage.setItem(key, JSON.stringify(all));
      }, uuids);
      await page.goto(`/produtor/cotacoes/${known.order}/propostas`);
      await page.getByText('Você pode comparar até 3 propostas por vez.').waitFor();
      assert.equal(await chosen(), 3);
      await page.goto(`/produtor/cotacoes/${known.order}/propostas?comparar=${uuids.join(',')}`);
      await page.getByText('Você pode comparar até 3 propostas por vez.').waitFor();
      assert.equal(await chosen(), 3);
      await page.goto(
        `/produtor/cotacoes/${known.order}/comparar?p=${[...uuids, uuids[0]].join(',')}`,
      );
      await page.getByText('Você pode comparar até 3 propostas por vez.').waitFor();
      await page.goto(
        `/produtor/cotacoes/${known.order}/comparar?p=${uuids[0]},0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11`,
      );
      await page.getByText('Só é possível comparar propostas da mesma cotação.').waitFor();
      await seen.look(page);
    },
  );

  chapter(
    'compares item by item: an incomplete proposal is not the cheapest, and ties are marked',
    async () => {
      const [sheet, part, similar, other] = await Promise.all(
        suppliers.map(({ token }) => proposalOf(token)),
      );
      const compare = async (...uuids: readonly (string | undefined)[]): Promise<void> => {
        await page.goto(`/produtor/cotacoes/${known.order}/comparar?p=${uuids.join(',')}`);
        await page.getByRole('row', { name: /ureia/i }).waitFor();
      };
      await page.setViewportSize({ width: 1280, height: 800 });
      await compare(sheet, part, similar);
      assert.equal(
        await page
          .getByRole('row', { name: /^Cobertura/ })
          .getByText('1 de 3 itens')
          .count(),
        1,
      );
      // The partial proposal has the lowest sum; but the comparison counts only the items that all
      // three price, and there it has the lowest price, too.
      assert.equal(
        await page
          .getByRole('row', { name: /^Total da proposta/ })
          .getByText(/Menor/)
          .count(),
        0,
      );
      assert.deepEqual(await violationsOn(page), []);
      await seen.look(page);
      await seen.print(page);
      await compare(similar, other);
      assert.equal(
        await page.getByRole('row', { name: /ureia/i }).getByText('Menor preço').count(),
        2,
      );
      await page.getByLabel('Só diferenças').check();
      await page.getByText('2 de 3 itens').first().waitFor();
      assert.equal(await page.getByRole('row', { name: /ureia/i }).count(), 0);
      await seen.look(page);
      await page.setViewportSize({ width: 390, height: 844 });
    },
  );

  chapter(
    'lets her shortlist one proposal, and reject another one only with a reason',
    async () => {
      const [chosen, refused] = [await nameOf(withSimilar), await nameOf(inPart)];
      await page.goto(`/produtor/cotacoes/${known.order}/propostas`);
      await button(page, `Pré-selecionar ${chosen}`).click();
      await page
        .locator('li[data-state="shortlisted"]')
        .getByRole('link', { name: chosen })
        .waitFor();

      await page.getByRole('link', { name: refused }).click();
      await heading(page, refused);
      let refusals = 0;
      page.on('request', (request) => {
        if (request.url().includes('/reject')) refusals += 1;
      });
      await button(page, `Recusar ${refused}`).click();
      const dialog = page.getByRole('dialog');
      for (const reason of ['', '   ']) {
        await dialog.getByLabel('Motivo da recusa').fill(reason);
        await dialog.getByRole('button', { name: /^Recusar/ }).click();
        await page.getByText('Conte o motivo da recusa.').first().waitFor();
      }
      assert.equal(refusals, 0, 'nothing is sent without a reason');
      await dialog.getByRole('button', { name: 'Preço acima do esperado' }).click();
      await dialog.getByRole('button', { name: /^Recusar/ }).click();
      await page.getByText('Você recusou esta proposta.').waitFor();
      assert.equal(refusals, 1);
      await seen.look(page);
    },
  );

  chapter(
    'ends with her choice, which need not be the cheapest, and its decision record',
    async () => {
      const chosen = await nameOf(withSimilar);
      await page.goto(
        `/produtor/cotacoes/${known.order}/propostas/${await proposalOf(withSimilar.token)}`,
      );
      await button(page, `Aceitar ${chosen}`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('3 de 3 itens').waitFor();
      await focusIsOn(dialog.getByRole('button', { name: 'Cancelar' })); // on the way back
      await dialog.getByRole('button', { name: `Aceitar ${chosen}` }).click();
      await page.getByText(/^Proposta escolhida em/).waitFor();
      // 350.5 × 22 + 1200 × 157 + 80 × 165 against 350.5 × 21.4892 + 1200 × 160 + 80 × 170.
      await page.getByRole('heading', { level: 2, name: 'Diante das outras propostas' }).waitFor();
      await page.getByText(/^R\$\s3\.820,96 abaixo da mais cara · a mais barata$/).waitFor();
      await page.getByText('Providencie o receituário agronômico.').waitFor();
      const [record] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Registro da decisão (PDF)').click(),
      ]);
      await seen.take(record);
      await page.goto(`/produtor/cotacoes/${known.order}/propostas`);
      await page.locator('li[data-state="winner"]').getByRole('link', { name: chosen }).waitFor();
      for (const part of ['', '/resultado', '/historico', '/anexos', '/propostas']) {
        await page.goto(`/produtor/cotacoes/${known.order}${part}`);
        await heading(page, /.+/);
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
        await seen.look(page);
      }
    },
  );

  chapter(
    'shows the winner her contact, the rejected one the reason, and the others that they lost',
    async () => {
      const reads = async (
        supplier: { readonly token: string; readonly email: string },
        sentence: string,
      ): Promise<number> => {
        const { page: desk, problems } = await supplierAt(supplier);
        await desk.goto(`/fornecedor/propostas/${await proposalOf(supplier.token)}`);
        await desk.getByText(sentence).first().waitFor();
        await desk.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
        assert.deepEqual(problems, []);
        return desk.getByText(ana.email).count();
      };
      assert.equal(await reads(withSimilar, 'Sua proposta foi aceita. Fale com o produtor.'), 1);
      assert.equal(await reads(inPart, 'Motivo: Preço acima do esperado.'), 0);
      assert.equal(await reads(bySheet, 'O produtor não escolheu esta proposta.'), 0);
    },
  );

  chapter('assigns other letters in another session and keeps the marks', async () => {
    // Four proposals can be ordered in 24 ways: the chance that eight sessions draw the same order
    // is one in 10^11.
    let redrawn = known.names;
    for (
      let session = 0;
      session < 8 && String([...redrawn]) === String([...known.names]);
      session += 1
    ) {
      await enterAnew(page, ana.email, ana.password);
      redrawn = await namesOn(page, known.order);
    }
    assert.notDeepEqual([...redrawn], [...known.names]);
    const marksOf = (names: ReadonlyMap<string, string>) =>
      new Map([...names].map(([uuid, name]) => [uuid, name.split(' · ')[1]]));
    assert.deepEqual(marksOf(redrawn), marksOf(known.names));
    await seen.look(page);
  });

  chapter(
    "never sends the suppliers' names to her browser, though their texts contain them",
    async (t) => {
      await page.goto('/produtor/notificacoes');
      await page.getByRole('heading', { level: 1, name: 'Notificações' }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      await seen.look(page);
      assert.deepEqual(await seen.find(marks), []);
      const counts = seen.counts();
      t.diagnostic(JSON.stringify(counts));
      for (const [kind, least] of [
        ['request', 200],
        ['reply', 200],
        ['change', 200],
        ['screen', 120],
        ['stream', 3],
        ['file', 2],
      ] as const)
        assert.ok(counts[kind] >= least, `${counts[kind]} of ${kind}`);
      assert.deepEqual(phone.problems, []);
      // Proves that the markers can be found: the non-anonymous view, as older clients request it,
      // contains them, and the watch sees them.
      const named = await page.evaluate(
        async ([path, token]) => {
          const text = await (
            await fetch(path, { headers: { authorization: `Bearer ${token}` } })
          ).text();
          localStorage.setItem('revealed', text);
          document.title = text;
          return text;
        },
        [`/api/v1/orders/${known.order}/proposals/received`, await tokenIn(page)] as const,
      );
      for (const { name, email, document } of suppliers)
        assert.ok([name, email, document].every((mark) => hasMark(named, [mark])));
      await seen.look(page);
      const where = await seen.find(marks);
      for (const kind of ['reply', 'change', 'screen title', 'screen localStorage'])
        assert.ok(
          where.some((one) => one.startsWith(kind)),
          kind,
        );
    },
  );
});
