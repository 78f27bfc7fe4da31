import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { focusIsOn } from './focus.ts';
import { edit, openMarket, price, saved, send } from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, received } = await openMarket(portals);

/** Puts text on the clipboard and pastes it at the focus, as Ctrl+V does. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (
      element?.getAttribute('aria-label') ??
      (element === document.body ? '' : (element?.textContent ?? ''))
    );
  });

/** Presses Tab until the focus is on an element whose name begins with these words. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).startsWith(words)) return;
  }
  assert.fail(`Tab never came to ${words}`);
}

async function edgesOf(found: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await found.boundingBox();
  assert.ok(box);
  return { top: box.y, bottom: box.y + box.height };
}

describe('the proposal editor', () => {
  it('accepts a column pasted from a spreadsheet, supports arrow keys, and adds up to the cent', async () => {
    const order = await publish('Planilha colada', 4);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).focus();
    await paste(page, '1,005\r\n21.4892\r\nR$ 1.000,00\r\n0,3333\r\n');
    await page.getByText('4 células preenchidas.').waitFor();
    assert.deepEqual(
      await Promise.all([1, 2, 3, 4].map((position) => price(page, position).inputValue())),
      ['1,005', '21,4892', '1.000,00', '0,3333'],
    );
    // 10.05 + 429.784 + 30,000 + 13.332, each rounded half up.
    await page.getByText('R$\u00A030.453,16').first().waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    assert.equal(await price(page, 2).inputValue(), '');
    await price(page, 1).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('6');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('7');
    // The arrow keys move through the text first, then out of the cell.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('8');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('9');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+n');
    await page.keyboard.press('Control+s');
    await saved(page);
    assert.deepEqual(
      await Promise.all([1, 2, 3].map((position) => price(page, position).inputValue())),
      ['5,00', '9,00', '8,00'],
    );
    assert.equal(await page.getByLabel(/^Quantidade de .*, item 3$/).inputValue(), '7');
    assert.equal(await page.getByLabel(/^Resposta para .*, item 4$/).inputValue(), 'none');
    await page.reload();
    assert.equal(await price(page, 2).inputValue(), '9,00');
    assert.deepEqual(problems, []);
  });

  it('shows every field of an item without scrolling sideways, from 320 to 1440 px', async () => {
    const order = await publish('Grade estreita', 2);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    const items = page.getByRole('region', { name: 'Itens da proposta' });
    for (const width of [320, 390, 600, 768, 900, 1024, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Of the region, and of what clips it: a card cuts off what does not fit.
      const tooWide = await items.evaluate((region) => {
        const around: string[] = [];
        for (let part: Element | null = region; part !== null; part = part.parentElement)
          if (
            part.scrollWidth > part.clientWidth + 1 &&
            (part === region || getComputedStyle(part).overflowX !== 'visible')
          )
            around.push(`${part.tagName} ${part.clientWidth} < ${part.scrollWidth}`);
        return around;
      });
      assert.deepEqual(tooWide, [], `at ${width} px`);
      await price(page, 2).click();
    }
    assert.deepEqual(problems, []);
  });

  for (const [where, options] of [
    ['a desk', { viewport: { width: 1440, height: 900 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ] as const)
    it(`keeps on ${where} what is saved and its buttons in view, and toasts off both`, async () => {
      const order = await publish('Cabeça à vista', 14);
      const { page, problems } = await portals.visitor(options);
      await enter(page, '/fornecedor', accounts.supplier);
      await edit(page, order);
      await price(page, 1).focus();
      await paste(page, Array.from({ length: 10 }, (_, index) => `${index + 20},5`).join('\n'));
      const toast = page.getByText('10 células preenchidas.');
      await toast.waitFor();
      await saved(page);
      await page.evaluate(() => {
        document.querySelectorAll('tbody')[7]?.scrollIntoView({ block: 'start' });
      });
      const state = await edgesOf(page.getByText(/^Salvo no servidor/));
      const bar = await edgesOf(page.getByRole('region', { name: 'Total da proposta' }));
      const header = await edgesOf(page.getByRole('banner'));
      assert.ok(state.top >= header.bottom && state.bottom < bar.top, JSON.stringify(state));
      assert.ok(bar.bottom <= options.viewport.height, JSON.stringify(bar));
      if (where === 'a desk') {
        const head = await edgesOf(page.getByRole('columnheader', { name: 'Quantidade' }));
        assert.ok(head.top >= state.bottom && head.bottom < bar.top, JSON.stringify(head));
      }
      // Once more, for one that was shown before the scrolling may have ended.
      await price(page, 11).focus();
      await paste(page, '1,5\n2,5\n');
      const shown = page.getByText('2 células preenchidas.');
      await shown.waitFor();
      const { top, bottom } = await edgesOf(shown);
      assert.ok(bottom <= bar.top, `a toast at ${top} to ${bottom}, the buttons at ${bar.top}`);
      assert.deepEqual(problems, []);
    });

  it('leads to the field that keeps the draft from being saved', async () => {
    const order = await publish('Um campo errado', 8);
    const { page, problems } = await portals.visitor();
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    // Both are right by themselves, and their product is too large.
    await price(page, 2).fill('99999999999');
    await page.getByLabel(/^Quantidade.*, item 2$/).fill('99999');
    await page.getByLabel('Só pendentes').check();
    await price(page, 2).waitFor({ state: 'detached' });
    await page.getByLabel('Sua referência').focus();
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText('Corrija um campo para salvar.').first().waitFor();
    await focusIsOn(price(page, 2));
    const { top, bottom } = await edgesOf(price(page, 2));
    assert.ok(top > 0 && bottom < 844, `in sight: from ${top} to ${bottom}`);
    assert.deepEqual(problems, []);
  });

  it('repeats the terms of the latest proposal, with its freight', async () => {
    const [before, order] = [await publish('Condições de antes', 1), await publish('De novo', 1)];
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, before);
    await price(page, 1).fill('7');
    await page.getByLabel('Frete', { exact: true }).selectOption('amount');
    await page.getByLabel('Valor do frete (R$)').fill('1250,50');
    await page.getByLabel('Condição de pagamento').fill('28 dias');
    await send(page);
    await edit(page, order);
    await page.getByRole('button', { name: 'Repetir as últimas condições' }).click();
    assert.equal(await page.getByLabel('Frete', { exact: true }).inputValue(), 'amount');
    assert.equal(await page.getByLabel('Valor do frete (R$)').inputValue(), '1.250,50');
    assert.equal(await page.getByLabel('Condição de pagamento').inputValue(), '28 dias');
    await saved(page);
    assert.deepEqual(problems, []);
  });

  it('shows both versions when two tabs changed one draft, and the person chooses', async () => {
    const order = await publish('Duas abas', 2);
    const { page, context, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    const second = await context.newPage();
    await edit(second, order);
    await price(page, 1).fill('2');
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(300);
    await saved(page);
    await price(second, 1).fill('3');
    await second.keyboard.press('Control+s');
    const dialog = second.getByRole('dialog', { name: 'Este rascunho mudou em outro lugar' });
    await dialog.getByText('R$\u00A020,00').waitFor();
    await dialog.getByText('R$\u00A030,00').waitFor();
    await dialog.getByRole('button', { name: 'Ficar com a desta tela' }).click();
    await saved(second);
    await second.reload();
    assert.equal(await price(second, 1).inputValue(), '3,00');
    // The first tab is outdated now; it takes the service's version.
    await price(page, 2).fill('4');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Ficar com a do servidor' }).click();
    await saved(page);
    assert.deepEqual(
      [await price(page, 1).inputValue(), await price(page, 2).inputValue()],
      ['3,00', ''],
    );
    assert.deepEqual(problems, []);
  });

  it('never submits what another tab saved after the review', async () => {
    const order = await publish('Revisada e mudada', 1);
    const { page, context, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('10');
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByRole('button', { name: 'Enviar proposta' }).waitFor();
    const second = await context.newPage();
    await edit(second, order);
    await price(second, 1).fill('99');
    await second.keyboard.press('Control+s');
    await second.getByText('R$\u00A0990,00').first().waitFor();
    await saved(second);
    await second.close();
    await page.getByRole('button', { name: 'Enviar proposta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();
    await page.getByText('O rascunho mudou enquanto você revisava.').waitFor();
    assert.deepEqual(await received(order), []);
    await page.getByRole('cell', { name: /^R\$\s99,00/ }).waitFor();
    await page.getByRole('button', { name: 'Enviar proposta' }).click();
    await page.getByRole('dialog').getByText('R$\u00A0990,00').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();
    await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
    assert.deepEqual(
      (await received(order)).map(({ total_amount }) => total_amount),
      [990],
    );
    assert.deepEqual(problems, []);
  });

  it('renders all rows of a thousand items, lays out only the edited one, and pastes through all', async () => {
    const order = await publish('Mil itens', 1000);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    assert.equal(await page.getByLabel(/^Preço unitário de/).count(), 1000);
    // Typing in one row must neither lay out the other rows nor draw those out of sight; with
    // `auto` the browser's own search still finds them.
    assert.deepEqual(
      await page
        .locator('tbody')
        .nth(900)
        .evaluate((row) => [
          getComputedStyle(row).contentVisibility,
          getComputedStyle(row).display,
        ]),
      ['auto', 'block'],
    );
    await price(page, 1).focus();
    await paste(page, Array.from({ length: 1000 }, (_, index) => `${index + 1},5`).join('\n'));
    await page.getByText('1.000 células preenchidas.').waitFor();
    await price(page, 998).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('7,25');
    await page.keyboard.press('Control+s');
    await saved(page);
    await page.reload();
    await price(page, 1000).waitFor();
    assert.deepEqual(
      await Promise.all([1, 998, 999, 1000].map((position) => price(page, position).inputValue())),
      ['1,50', '998,50', '7,25', '1.000,50'],
    );
    assert.deepEqual(problems, []);
  });

  it('continues without a network, keeps everything, and sends it afterwards', async () => {
    const order = await publish('Sem sinal', 2);
    const { page, context } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    await context.setOffline(true);
    await price(page, 1).fill('12,34');
    await price(page, 2).fill('56');
    await page.getByText(/^Salvo neste aparelho. Sem conexão/).waitFor();
    await context.setOffline(false);
    await saved(page);
    // The tab is closed with unsent input, which is restored when the editor opens again. Closing
    // sends once more, past a route or an emulated network, which end first: the page has no fetch.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    });
    await price(page, 2).fill('78,9');
    await page.getByText(/^Salvo neste aparelho. Sem conexão/).waitFor();
    await page.close();
    const again = await context.newPage();
    await edit(again, order);
    await again.getByText('Recuperamos o que você preencheu neste aparelho.').waitFor();
    assert.equal(await price(again, 1).inputValue(), '12,34');
    // as typed, or as formatted after the field lost the focus
    assert.match(await price(again, 2).inputValue(), /^78,90?$/);
    await saved(again);
  });

  it('loses nothing when the session ends during a draft', async () => {
    const order = await publish('Sessão que acaba', 2);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('lavra.supplier.session') ?? '{}') as { token?: string })
          .token,
    );
    assert.equal((await portals.api('POST', '/api/v1/logout', { token: token ?? '' })).status, 200);
    await price(page, 1).fill('123,45');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.getByLabel('E-mail').fill(accounts.supplier);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Recuperamos o que você preencheu neste aparelho.').waitFor();
    assert.equal(await price(page, 1).inputValue(), '123,45');
    await saved(page);
    assert.deepEqual(problems, []);
  });

  it('is used from the list to the receipt by keyboard only', async () => {
    const order = await publish('Só com o teclado', 2);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto(`/fornecedor/cotacoes?busca=${order.number}`);
    await page.getByRole('link', { name: 'Só com o teclado' }).waitFor();
    await tabTo(page, 'Só com o teclado');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Só com o teclado' }).waitFor();
    await tabTo(page, 'Preencher proposta');
    await page.keyboard.press('Enter');
    await price(page, 1).waitFor();
    await focusIsOn(price(page, 1));
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await page.keyboard.type('20');
    await tabTo(page, 'Revisar e enviar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
    await tabTo(page, 'Enviar proposta');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // The dialog of an irreversible action starts with the focus on Cancelar.
    await focusIsOn(page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('requires every price of a closed order, and a submitted proposal can be cancelled and replaced', async () => {
    const order = await publish('Cotação fechada', 2, 'fechada');
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page
      .getByText('Esta cotação é fechada: todos os itens precisam de preço.')
      .first()
      .waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Enviar proposta' }).getAttribute('aria-disabled'),
      'true',
    );
    await page.getByRole('link', { name: 'Voltar a editar' }).click();
    await price(page, 2).fill('2,5');
    await page.waitForTimeout(200);
    await send(page);
    await page.goBack();
    await page.getByText('Você já enviou uma proposta para esta cotação.').waitFor();
    await page.getByRole('link', { name: 'Ver a proposta enviada' }).click();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Cancelar proposta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar proposta' }).click();
    await page.getByText('Você cancelou esta proposta.').waitFor();
    await page.getByRole('link', { name: 'Nova proposta a partir desta' }).click();
    await price(page, 2).waitFor();
    assert.equal(await price(page, 2).inputValue(), '2,50');
    await saved(page);
    assert.equal(new URL(page.url()).search, '');
    await send(page);
    // The way back to where that one was begun begins no other one.
    await page.goBack();
    await page.getByText('Você já enviou uma proposta para esta cotação.').waitFor();
    const { top } = await edgesOf(page.getByText('Você já enviou uma proposta para esta cotação.'));
    assert.ok(top > 0, `the notice is in sight: ${top}`);
    assert.equal(await price(page, 2).inputValue(), '');
    await price(page, 2).fill('3');
    await saved(page);
    await page.goto('/fornecedor/propostas?situacao=rascunhos');
    await page.getByRole('link', { name: 'Cotação fechada' }).click();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Excluir rascunho' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir rascunho' }).click();
    await page.getByText('Rascunho excluído.').waitFor();
    assert.deepEqual(problems, []);
  });
});
