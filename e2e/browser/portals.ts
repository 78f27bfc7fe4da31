import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import pg from 'pg';
import { startRunning, type RunningService } from '../running-service.ts';
import { PATIENCE_MS, until } from '../../server/test/until.ts';
import { launchBrowser } from './chromium.ts';
import { copyDataTemplate } from './data-template.ts';

/** The password of every demo account. */
export const PASSWORD = 'Lavra2026';
export const accounts = {
  producer: 'produtor@demo.lavra.example',
  supplier: 'fornecedor@demo.lavra.example',
  admin: 'admin@demo.lavra.example',
  consultant: 'consultor@demo.lavra.example',
} as const;

/** The whole service and a browser, for one test file. */
export interface Portals {
  readonly service: RunningService;
  readonly browser: Browser;
  /** Opens a new, empty browser context, which records the errors on its pages. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Calls the API without a browser. */
  api(
    method: string,
    url: string,
    options?: { token?: string; body?: unknown },
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Keeps the service from writing a table of its database, until the returned function is called. */
  lock(table: string): Promise<() => Promise<void>>;
  /** Changes the service's own database: for a day that a story cannot wait. */
  sql(text: string, values: readonly unknown[]): Promise<void>;
  /** Returns the link in the newest mail to an address, by a part of its subject. */
  linkInMail(to: string, subject: string): Promise<string>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: string[];
}

/**
 * Starts the service on its own data (with more settings in `env`), waits for the portals, and
 * stops everything after the test file.
 */
export async function startPortals(env: Readonly<Record<string, string>> = {}): Promise<Portals> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-browser-'));
  copyDataTemplate(folder);
  const service = await startRunning({ DATA_DIR: folder, RATE_LIMIT: 'off', ...env });
  const browser = await launchBrowser();
  after(async () => {
    await browser.close();
    await service.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  await until(
    'the portals are built',
    async () => (await fetch(`${service.address}/produtor`)).status === 200,
    service.output,
    3 * PATIENCE_MS,
  );
  const api: Portals['api'] = async (method, url, { token, body } = {}) => {
    const reply = await fetch(`${service.address}${url}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  return {
    service,
    browser,
    api,
    visitor: (options) => openVisitor(browser, service.address, options),
    lock: async (table) => {
      const client = await connect(folder);
      await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      return () => client.end();
    },
    sql: async (text, values) => {
      const client = await connect(folder);
      await client.query(text, [...values]);
      await client.end();
    },
    linkInMail: (to, subject) => linkInMail(service.address, to, subject),
  };
}

async function openVisitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    locale: 'pt-BR',
    timezoneId: 'America/Cuiaba',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce', // nothing is looked at while it moves
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(PATIENCE_MS);
  const problems: string[] = [];
  context.on('weberror', (event) => problems.push(String(event.error())));
  context.on('console', (message) => {
    // The browser itself logs refused requests; the tests check which ones they expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, problems };
}

/** Connects to the service's own database. */
async function connect(folder: string): Promise<pg.Client> {
  // The lines of this file: process, data, start, port, folder of the socket.
  const [, , , port, host = ''] = fs
    .readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n');
  const client = new pg.Client({ host, port: Number(port), user: 'lavra', database: 'lavra' });
  await client.connect();
  return client;
}

async function linkInMail(address: string, to: string, subject: string): Promise<string> {
  const html = await (await fetch(`${address}/dev/mails`)).text();
  const mail = html
    .split(/<article|<section|<li/)
    .find((part) => part.includes(to) && part.includes(subject));
  const link = /href="([^"]*token=[^"]+)"/.exec(mail ?? '')?.[1];
  if (link === undefined) throw new Error(`no link for ${to} in:\n${html.slice(0, 2_000)}`);
  return link.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '');
}

/** Signs an account in over HTTP; returns its token. */
export async function tokenOf(
  portals: Portals,
  email: string,
  user_type: 'produtor' | 'fornecedor' | 'admin',
): Promise<string> {
  const { body } = await portals.api('POST', '/api/v1/login', {
    body: { email, password: PASSWORD, user_type },
  });
  return String(body['token']);
}

/** Fills in the login form and waits for the first screen. */
export async function enter(
  page: Page,
  portal: '/produtor' | '/fornecedor' | '/admin',
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${portal}/entrar`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Senha/).fill(password);
  if (email === accounts.consultant) await page.getByText('Sou consultor').click();
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  await keysTaken(page);
}

/** Waits until the shell of the page that is open handles its keys. */
export const keysTaken = (page: Page): Promise<void> =>
  page.locator('html[data-keys=ready]').waitFor();
