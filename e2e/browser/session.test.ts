import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/test/until.ts';
import { focusIsOn } from './focus.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';

const portals = await startPortals();

const sessionIn = (page: Page, portal: string): Promise<{ token: string } | null> =>
  page.evaluate(
    (name) =>
      JSON.parse(localStorage.getItem(`lavra.${name}.session`) ?? 'null') as {
        token: string;
      } | null,
    portal,
  );
const pathOf = (page: Page): string => new URL(page.url()).pathname;

/**
 * Ends the session on the service, as blocking the account or resetting its password elsewhere
 * would.
 */
async function killSession(page: Page, portal: string): Promise<void> {
  const session = await sessionIn(page, portal);
  assert.equal(
    (await portals.api('POST', '/api/v1/logout', { token: session?.token ?? '' })).status,
    200,
  );
}

describe('a page for reading', () => {
  it('uses the whole width of a phone: help, terms and privacy', async () => {
    const { page } = await portals.visitor({ viewport: { width: 390, height: 844 } });
    for (const path of [
      '/produtor/ajuda',
      '/produtor/paginas/termos-de-uso',
      '/fornecedor/paginas/politica-de-privacidade',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const width = await page.locator('#conteudo').evaluate((main) => main.clientWidth);
      assert.equal(width, 390 - 2 * 16, path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, path);
    }
  });
});

describe('logging in', () => {
  it('leads from the first page through the login to the start page, and logging out leads back', async () => {
    const { page, problems } = await portals.visitor();
    await page.goto('/');
    await page.getByRole('link', { name: /Sou produtor/ }).click();
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    assert.equal(await page.title(), 'Início | Portal do Produtor');
    await page.getByText('Insumos para a safra').first().waitFor();
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    assert.equal(await sessionIn(page, 'producer'), null);
    assert.deepEqual(problems, []);
  });

  it('shows one error when e-mail or password are wrong, keeps the e-mail, and focuses the field', async () => {
    const { page, problems } = await portals.visitor();
    await page.goto('/produtor/entrar');
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill('errada');
    await page.getByRole('button', { name: 'Entrar' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem.' });
    await alert.waitFor();
    await focusIsOn(alert);
    assert.equal(await page.getByLabel('E-mail').inputValue(), accounts.producer);
    // A supplier's account does not open this portal.
    await page.getByLabel('E-mail').fill(accounts.supplier);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await alert.waitFor();
    assert.equal(pathOf(page), '/produtor/entrar');
    assert.deepEqual(problems, []);
  });

  it('works with the keyboard alone', async () => {
    const { page } = await portals.visitor();
    await page.goto('/produtor/entrar');
    await page.getByLabel('E-mail').waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return '';
        return element instanceof HTMLInputElement
          ? (element.labels?.[0]?.textContent ?? '')
          : (element?.textContent ?? '');
      });
    for (let presses = 0; presses < 12 && !(await focused()).includes('E-mail'); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type(accounts.producer);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.keyboard.press('Tab');
    // The heading has the focus, so Tab would continue from there; the focus is moved to the body
    // because the skip link is the very first element.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
    });
    await page.keyboard.press('Tab');
    assert.match(await focused(), /Ir para o conteúdo/);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'conteudo');
  });

  it('lets a consultant into the producer portal', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.getByText('você prepara, e o produtor decide').waitFor();
    await page.getByText('Fazenda Demonstração Sorriso').first().waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a session', () => {
  it('that ends during the work returns to it after the login, with the input kept', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Minha conta' }).click();
    await page.getByLabel('Associação').fill('Associação dos que não perdem nada');
    await killSession(page, 'producer');
    // The portal may notice the ended session before the button is pressed; a press that waited for the
    // button would go on meanwhile, and press it later.
    const notice = page.getByText('Sua sessão expirou. Entre de novo para continuar.');
    await page.getByRole('button', { name: 'Salvar alterações' }).or(notice).first().click();
    await notice.waitFor();
    assert.equal(new URL(page.url()).searchParams.get('voltar'), '/conta');
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Recuperamos o que você estava preenchendo.').waitFor();
    assert.equal(
      await page.getByLabel('Associação').inputValue(),
      'Associação dos que não perdem nada',
    );
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByText('Alterações salvas.').waitFor();
    await page.reload();
    await page.getByLabel('Associação').waitFor();
    assert.equal(
      await page.getByLabel('Associação').inputValue(),
      'Associação dos que não perdem nada',
    );
    assert.equal(await page.getByText('Recuperamos o que').count(), 0);
    assert.deepEqual(problems, []);
  });

  it('that must be renewed is renewed once, however many calls need it', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const old = await sessionIn(page, 'producer');
    await portals.api('POST', '/api/v1/refresh', { token: old?.token ?? '' });
    const [renewals, others]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/'))
        (pathname === '/api/v1/refresh' ? renewals : others).push(pathname);
    });
    await page.reload();
    await page.getByText('Insumos para a safra').first().waitFor();
    await until(
      'three calls are made',
      () => others.length >= 3,
      () => others.join(),
    );
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    assert.equal(renewals.length, 1);
    assert.notEqual((await sessionIn(page, 'producer'))?.token, old?.token);
  });

  it('that is ended in one tab is ended in all tabs', async () => {
    const { context, page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const other = await context.newPage();
    await other.goto('/produtor/conta');
    await other.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    // A tab that the service refuses before it has heard of the end would call the session expired.
    const goodbye = page.waitForRequest('**/api/v1/logout');
    const atGoodbye = Promise.withResolvers<unknown>();
    await page.route('**/api/v1/logout', async (route) => {
      atGoodbye.resolve(await sessionIn(page, 'producer'));
      await other.getByText('Você saiu em outra aba.').waitFor();
      await route.continue();
    });
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    assert.equal(await atGoodbye.promise, null, 'the device has ended it already');
    await other.getByText('Você saiu em outra aba.').waitFor();
    assert.equal(pathOf(other), '/produtor/entrar');
    assert.equal((await (await goodbye).response())?.status(), 200);
  });

  it("that another user's replaces leaves nothing of the first on any screen", async () => {
    const elsewhere = await portals.visitor();
    await enter(elsewhere.page, '/produtor', accounts.consultant);
    const { context, page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/conta');
    await page.getByLabel('Associação').fill('De quem saiu');
    const loading = Promise.withResolvers<void>();
    await context.route('**/produtor/', async (route) => {
      await loading.promise;
      await route.continue();
    });
    const cleared = page.waitForEvent('console', (message) => message.text() === 'cleared');
    await page.evaluate(() => {
      const log = () => {
        // oxlint-disable-next-line no-console -- a page whose next document is awaited answers no question
        if (document.querySelector('button, input, a') === null) console.log('cleared');
      };
      new MutationObserver(log).observe(document, { childList: true, subtree: true });
    });
    // A tab that slept hears of one signing out and another in at once, as a change from one to the other.
    const other = await context.newPage();
    await other.goto('/');
    await other.evaluate(
      (session) => {
        localStorage.setItem('lavra.producer.session', JSON.stringify(session));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
        new BroadcastChannel('lavra.producer.session').postMessage(0);
      },
      await sessionIn(elsewhere.page, 'producer'),
    );
    // Nothing can be pressed as the other user, however long the page takes to load.
    await cleared;
    loading.resolve();
    await page.getByRole('button', { name: 'Conta de Consultoria Demonstração' }).waitFor();
    assert.equal(pathOf(page), '/produtor/');
    await page.goto('/produtor/conta');
    await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    const isFilled = (value: string) =>
      page.waitForFunction((wanted) => {
        const values = [...document.querySelectorAll('input')].map((input) => input.value);
        return values.includes(wanted) && values;
      }, value);
    const values = await (await isFilled('Consultoria Demonstração')).jsonValue();
    assert.ok(Array.isArray(values) && !values.includes('De quem saiu'), String(values));
    assert.equal(await page.getByText('Recuperamos o que').count(), 0);
    assert.deepEqual(problems, []);
  });

  it('of another user begins at the start page in a new document, not where the first one was', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?busca=segredo');
    await page.getByRole('heading', { level: 1, name: 'Cotações' }).waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByLabel('E-mail').fill(accounts.consultant);
    assert.equal(new URL(page.url()).search, '');
    await page.getByText('Sou consultor').click();
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForFunction(() => !('isOld' in globalThis));
    await page.getByRole('button', { name: 'Conta de Consultoria Demonstração' }).waitFor();
    assert.equal(pathOf(page), '/produtor/');
    assert.deepEqual(problems, []);
  });

  it('that the service has ended is said to have expired in every tab', async () => {
    const { context, page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const other = await context.newPage();
    await other.goto('/produtor/conta');
    await other.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    await killSession(page, 'producer');
    // Clicked in one step: a request in the background may find it out first, and take the link away.
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('nav a[href="/produtor/conta"]')?.click(),
    );
    const notice = 'Sua sessão expirou. Entre de novo para continuar.';
    await page.getByText(notice).waitFor();
    await other.getByText(notice).waitFor();
  });

  it('of another portal gives no access to the administration, which sends no request before it knows', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.evaluate(() =>
      localStorage.setItem(
        'lavra.admin.session',
        localStorage.getItem('lavra.supplier.session') ?? '',
      ),
    );
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    const admin = await context.newPage();
    await page.close();
    asked.length = 0;
    await admin.goto('/admin/');
    await admin.getByRole('heading', { name: 'Esta área é só para administradores' }).waitFor();
    await admin.getByText('Você entrou como Fornecedor').waitFor();
    assert.equal(
      await admin
        .getByRole('link', { name: 'Ir para o Portal do Fornecedor' })
        .getAttribute('href'),
      '/fornecedor',
    );
    assert.deepEqual(asked, []);
  });
});

describe('a portal while the service is unreachable', () => {
  it('shows that the connection is lost, and continues when it is back', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await context.setOffline(true);
    await page.getByText('Sem conexão.').waitFor();
    await context.setOffline(false);
    await page.getByText('Sem conexão.').waitFor({ state: 'detached' });
  });

  it('waits during maintenance by itself, and keeps the input', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/conta');
    await page.getByLabel('Associação').fill('Ainda aqui');
    // Down from the moment of saving: a poll that found it out before would cover the form.
    let state: 'up' | 'down' | 'back' = 'up';
    const refuse = {
      status: 503,
      contentType: 'application/json',
      body: '{"error":"Fora do ar.","code":"unavailable","request_id":"x"}',
    };
    await page.route(/\/api\/|\/health\/ready/, (route) => {
      if (state === 'up' && route.request().method() !== 'GET') state = 'down';
      return state === 'down' ? route.fulfill(refuse) : route.continue();
    });
    const notice = page.getByRole('heading', { name: 'Estamos em manutenção' });
    await Promise.any([
      page.getByRole('button', { name: 'Salvar alterações' }).click(),
      notice.waitFor(),
    ]);
    await notice.waitFor();
    state = 'back';
    await notice.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Associação').inputValue(), 'Ainda aqui');
  });
});
