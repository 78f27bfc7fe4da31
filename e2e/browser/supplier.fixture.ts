import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { readTable } from '../../server/src/platform/csv/csv-read.ts';
import { writeSheet } from '../../server/src/platform/csv/write-sheet.ts';
import { accounts, PASSWORD, type Portals } from './portals.ts';

/** The fields of an order, as its producer reads it, that the tests need. */
export interface Order {
  readonly uuid: string;
  readonly number: string;
}
type Proposal = Readonly<Record<string, unknown>>;

/** The other participants: a producer who publishes and decides, and other suppliers. */
export interface Market {
  /** Publishes an order with so many items: 10, 20, 30… L. */
  readonly publish: (
    description: string,
    count: number,
    closure?: 'aberta' | 'fechada',
  ) => Promise<Order>;
  /** Registers another supplier that can answer. */
  readonly register: (
    name: string,
    email: string,
    document: string,
    coverage?: object,
  ) => Promise<void>;
  readonly received: (order: Order) => Promise<readonly Proposal[]>;
  readonly accept: (proposal: Proposal | undefined) => Promise<void>;
  readonly answerFirstQuestion: (order: Order, answer: string) => Promise<void>;
}

export async function openMarket(portals: Portals): Promise<Market> {
  const { body } = await portals.api('POST', '/api/v1/login', {
    body: { email: accounts.producer, password: PASSWORD, user_type: 'produtor' },
  });
  const token = String(body['token']);
  const done = async (
    method: string,
    url: string,
    sent?: unknown,
  ): Promise<Record<string, unknown>> => {
    const reply = await portals.api(method, url, {
      token,
      ...(sent === undefined ? {} : { body: sent }),
    });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  const { data } = await done('GET', '/api/v1/products?per_page=6');
  const products = data as { id: number }[]; // ProductPage
  return {
    publish: async (description, count, closure = 'aberta') => {
      const items = Array.from({ length: count }, (_, index) => ({
        product_id: products[index % products.length]?.id,
        quantity: 10 * (index + 1),
        unit: 'L',
      }));
      const draft = await done('POST', '/api/v1/producer/orders', {
        description,
        deadline_date: '2099-12-31',
        closure_type: closure,
        delivery_address: { city: 'Sorriso', state: 'MT' },
        items,
      });
      const { uuid, number } = await done(
        'POST',
        `/api/v1/producer/orders/${String(draft['uuid'])}/publish`,
      );
      return { uuid: String(uuid), number: String(number) };
    },
    register: async (name, email, document, coverage = { kind: 'national' }) => {
      const address = {
        kind: 'headquarters',
        name: 'Matriz',
        postal_code: '78890000',
        street: 'Avenida Central',
        number: '10',
        city: 'Sorriso',
        state: 'MT',
      };
      await done('POST', '/api/v1/register', {
        user_type: 'fornecedor',
        name,
        email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        document_type: 'cnpj',
        document_number: document,
        phone: '6533334444',
        addresses: [address],
        coverage,
      });
    },
    received: async ({ uuid }) =>
      // a bare array
      (await done('GET', `/api/v1/orders/${uuid}/proposals/received`)) as unknown as Proposal[],
    accept: async (proposal) => {
      await done('POST', `/api/v1/proposals/${String(proposal?.['uuid'])}/accept`, {});
    },
    answerFirstQuestion: async ({ uuid }, answer) => {
      const questions = (await done('GET', `/api/v1/orders/${uuid}/questions`))['data'] as {
        id: number;
      }[]; // OrderQuestionPage
      await done('POST', `/api/v1/questions/${questions[0]?.id}/answer`, { answer });
    },
  };
}

/** Returns the price cell of the item at a position. */
export const price = (page: Page, position: number): Locator =>
  page.getByLabel(new RegExp(`^Preço unitário de .*, item ${position}$`));

/** Waits until the draft is saved on the service. */
export const saved = (page: Page): Promise<void> => page.getByText(/^Salvo no servidor/).waitFor();

export async function edit(page: Page, order: Pick<Order, 'uuid'>): Promise<void> {
  await page.goto(`/fornecedor/cotacoes/${order.uuid}/proposta`);
  await price(page, 1).waitFor();
}

/** Goes from the editor through the review to the receipt. */
export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisar e enviar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
  await page.getByRole('button', { name: 'Enviar proposta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
}

/** Returns a downloaded sheet with these prices, one for each item. */
export async function filledSheet(path: string, prices: readonly string[]): Promise<Buffer> {
  const limits = { rows: 1000, columns: 64, cellBytes: 4096 };
  const { headings, rows } = await readTable(fs.readFileSync(path), limits);
  const column = headings.indexOf('Preço unitário');
  const filled = rows.map(({ cells }, index) =>
    [...cells.values()].with(column, prices[index] ?? ''),
  );
  return Buffer.from((await writeSheet('xlsx', 'cotacao', headings, filled)).content);
}

/** Fills the prices into the sheet downloaded from the editor, and uploads it. */
export async function fillSheet(
  page: Page,
  prices: readonly string[],
  answer = 'Planilha recebida',
): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0)
    await page.getByRole('button', { name: 'Planilha', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar planilha' }).click(),
  ]);
  await page.getByLabel('Planilha preenchida').setInputFiles({
    name: 'cotacao.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await filledSheet(await file.path(), prices),
  });
  await page.getByText(answer).first().waitFor();
}
