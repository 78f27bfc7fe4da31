import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accounts, enter, keysTaken, PASSWORD, type Portals } from './portals.ts';

type Json = Record<string, unknown>;

/**
 * The administration as the tests need it: signing in, and what the service knows independently of
 * the browser.
 */
export interface Administration {
  /** Opens a browser and signs in; as the master administrator unless another e-mail is given. */
  readonly enter: (email?: string) => Promise<{ readonly page: Page; readonly problems: string[] }>;
  /** Creates an administrator with another role. Returns the e-mail address. */
  readonly makeAdmin: (role: 'operacional' | 'financeiro') => Promise<string>;
  /** Sends a request as the master administrator and returns the reply. */
  readonly ask: (method: string, url: string, body?: unknown) => Promise<Json>;
  /** Returns the rows of a list, as the master administrator reads them. */
  readonly list: <Row extends object = Json>(url: string) => Promise<readonly Row[]>;
  /** Returns the number of the demo's order with this description: `COT-2026-000014`. */
  readonly orderNumber: (description: string) => Promise<string>;
  readonly as: (
    email: string,
    userType: string,
  ) => Promise<(method: string, url: string, body?: unknown) => Promise<Json>>;
}

export async function openAdministration(portals: Portals): Promise<Administration> {
  const as: Administration['as'] = async (email, user_type) => {
    const { token } = (
      await portals.api('POST', '/api/v1/login', { body: { email, password: PASSWORD, user_type } })
    ).body;
    return async (method, url, body) => {
      const reply = await portals.api(method, url, {
        token: String(token),
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(reply.status, 200, `${method} ${url}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    };
  };
  const ask = await as(accounts.admin, 'admin');
  // a list's rows
  const list: Administration['list'] = async <Row extends object>(url: string) =>
    (await ask('GET', url))['data'] as Row[];
  return {
    ask,
    as,
    list,
    orderNumber: async (description) => {
      const [order] = await list<{ number: string }>(
        `/api/v1/admin/orders?search=${encodeURIComponent(description)}`,
      );
      return order?.number ?? assert.fail(`no order ${description}`);
    },
    enter: async (email = accounts.admin) => {
      const { page, problems } = await portals.visitor();
      await enter(page, '/admin', email);
      return { page, problems };
    },
    makeAdmin: async (role) => {
      const email = `${role}@demo.lavra.example`;
      await ask('POST', '/api/v1/admin/users', {
        user_type: 'admin',
        admin_role: role,
        name: `Conta ${role}`,
        email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        email_verified: true,
      });
      return email;
    },
  };
}

/** Opens an address of the administration and waits until nothing is loading. */
export async function go(page: Page, place: string): Promise<void> {
  await page.goto(`/admin${place}`);
  await page.locator('h1').waitFor();
  await untilStill(page);
  await keysTaken(page);
}

export const untilStill = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

export const menu = (page: Page): Locator => page.locator('#menu');

/** The screen at which the administration's menu is measured. */
export const desk = { viewport: { width: 1440, height: 900 } } as const;

/** Opens a page by its menu entry; its group first, where that is folded. */
export async function goByMenu(
  page: Page,
  name: string,
  click: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const entry = menu(page).locator('a').getByText(name, { exact: true });
  await entry.waitFor({ state: 'attached' });
  if (!(await entry.isVisible()))
    await click(entry.locator('xpath=ancestor::div[@id]/preceding-sibling::button'));
  await click(entry);
}
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const row = (page: Page, name: string | RegExp): Locator => page.getByRole('row', { name });

/** Records the requests that change data, from now on: `POST /api/…`. */
export function sentFrom(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}
