import type { Locator, Page } from 'playwright-core';
import { enter, PASSWORD } from './portals.ts';
import { inTwoWeeks } from './producer-people.ts';

// The steps of a producer on the screens.

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('lavra.producer.session') ?? '{}') as { token: string })
        .token,
  );
const orderIn = (page: Page): string => /cotacoes\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Completes the first step of a new order; returns its uuid. */
export async function beginOrder(page: Page, description: string): Promise<string> {
  await page.goto('/produtor/cotacoes/nova');
  await page.getByLabel('Descrição').fill(description);
  await page.getByLabel('Receber propostas até').fill(inTwoWeeks());
  await button(page, 'Continuar').click();
  await page.getByRole('heading', { level: 2, name: 'Itens' }).waitFor();
  return orderIn(page);
}

/** Finds a product in the catalogue and enters its quantity. */
export async function addItem(page: Page, search: string, quantity: string): Promise<void> {
  await page.getByLabel('Procurar no catálogo').fill(search);
  await page
    .getByRole('button', { name: new RegExp(`${search}.*Incluir`, 'i') })
    .first()
    .click();
  // The new row's quantity has the focus.
  await page.waitForFunction(
    () =>
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.inputMode === 'decimal' &&
      document.activeElement.value === '',
  );
  await page.keyboard.type(quantity);
}

/** Waits until all of a draft is stored. The browser's clock is an hour behind the service's. */
export const draftSaved = (page: Page): Promise<void> =>
  page.getByText(/^Rascunho salvo às \d\d:\d\d \(horário de Brasília\)$/).waitFor();

/** Signs out and in again as the same user, in a new session. */
export async function enterAnew(page: Page, email: string, password = PASSWORD): Promise<void> {
  await button(page, /^Conta de/).click();
  await button(page, 'Sair').click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await enter(page, '/produtor', email, password);
}

/** Returns what each proposal is called, `Proposta A · Ipê`, by its address, as they are listed. */
export async function namesOn(
  page: Page,
  order: string,
  search = '?ordem=letra',
): Promise<ReadonlyMap<string, string>> {
  await page.goto(`/produtor/cotacoes/${order}/propostas${search}`);
  const links = page.getByRole('link', { name: /^Proposta [A-Z] · \p{Lu}/u });
  await links.first().waitFor();
  const found = await links.evaluateAll((all) =>
    all.map(
      (link) =>
        [link.getAttribute('href')?.split('/').at(-1) ?? '', link.textContent ?? ''] as const,
    ),
  );
  return new Map(found);
}
