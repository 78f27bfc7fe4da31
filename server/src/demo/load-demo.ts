import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Application } from '../app/compose.ts';
import { expireOrder, revokeOrder } from '../features/orders/orders-feature.ts';
import { readPlaces } from '../features/reference-data/places.ts';
import { hashPassword } from '../platform/auth/password.ts';
import { createToken } from '../platform/auth/token.ts';
import { systemActor } from '../platform/db/command.ts';
import { hashToken } from '../platform/http/admission/access-control.ts';
import { ensureUnlistedProducts } from '../features/catalogue/catalogue-feature.ts';
import { createDemoAccounts, DEMO_PASSWORD } from './demo-accounts.ts';
import { apiInside } from './demo-api.ts';
import { loadDemoCatalogue } from './demo-catalogue-store.ts';
import { createDemoKits } from './demo-kits.ts';
import { askForProducts } from './demo-requests.ts';
import { orderStories, playOrderStory, type Cast } from './demo-orders.ts';
import { createDemoPeople, demoAdmin, demoConsultant, type DemoPeople } from './demo-people.ts';
import { createDemoSubscriptions } from './demo-subscriptions.ts';
import { readTender } from './tender.ts';
import { answerTender, buyTender, publishTender } from './tender-story.ts';

/** Accounts to sign in with. */
export interface DemoLogins {
  readonly password: string;
  readonly emails: Readonly<Record<'produtor' | 'fornecedor' | 'admin' | 'consultor', string>>;
}

const SETTING = 'demo.loaded';

/**
 * Loads the demo into a database without accounts: catalogue and people in one transaction, then
 * each order's story over HTTP as its people would play it. A load that was interrupted continues
 * with the next story. Returns undefined when the database has accounts that are not the demo's.
 */
export async function loadDemo(app: Application): Promise<DemoLogins | undefined> {
  const { db, clock, zone } = app.platform;
  const people = createDemoPeople(readPlaces());
  const logins: DemoLogins = {
    password: DEMO_PASSWORD,
    emails: {
      produtor: emailOf(people.producers[0]),
      fornecedor: emailOf(people.suppliers[0]),
      admin: demoAdmin.email,
      consultor: demoConsultant.email,
    },
  };
  const progress = await readProgress(app);
  if (progress === undefined && (await hasAccounts(app))) return undefined;
  if (progress === undefined) await createBasis(app, people);
  const stories = orderStories.length + lastStories.length;
  if ((progress ?? 0) < stories) {
    const { cast, sessions } = await gather(app, people, localDate(clock.now(), zone));
    for (let story = progress ?? 0; story < stories; story += 1) {
      const tale = orderStories[story];
      await (tale === undefined
        ? lastStories[story - orderStories.length]?.(cast)
        : playOrderStory(cast, tale));
      await writeProgress(app, story + 1);
    }
    await db.q.deleteFrom('sessions').where('id', 'in', sessions).execute();
  }
  return logins;
}

/** Returns whether the database holds the demo, no accounts, or other accounts. */
export async function findDemo(app: Application): Promise<'loaded' | 'empty' | 'none'> {
  if ((await readProgress(app)) !== undefined) return 'loaded';
  return (await hasAccounts(app)) ? 'none' : 'empty';
}

const hasAccounts = async ({ platform: { db } }: Application): Promise<boolean> =>
  (await db.q.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

async function createBasis(app: Application, people: DemoPeople): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await app.platform.command(systemActor, async (uow) => {
    await createDemoKits(uow, await loadDemoCatalogue(uow));
    await ensureUnlistedProducts(uow);
    const userIds = await createDemoAccounts(uow, people, passwordHash);
    await createDemoSubscriptions(uow, { people, userIds, zone: app.platform.zone });
    await uow.db.q
      .insertInto('settings')
      .values({ key: SETTING, value: '0', updated_at: uow.now })
      .execute();
  });
}

/** What follows the stories of orders, each once. */
const lastStories: readonly ((cast: FullCast) => Promise<void>)[] = [
  (cast) => playTender(cast),
  ({ api, productIds, producerToken, adminToken }) =>
    askForProducts({ api, productIds, producer: producerToken(1), admin: adminToken }),
  (cast) => playBoughtTender(cast),
];

interface FullCast extends Cast {
  readonly adminToken: string;
  readonly bidderToken: (ordinal: number) => string;
}

/** Creates a session for each person, which lasts as long as the loading. */
async function gather(
  app: Application,
  people: DemoPeople,
  today: string,
): Promise<{ cast: FullCast; sessions: number[] }> {
  const { db, clock, command } = app.platform;
  const now = clock.now();
  const emails = [
    ...people.producers,
    ...people.suppliers,
    ...people.tender_bidders,
    demoConsultant,
    demoAdmin,
  ].map(({ email }) => email);
  const users = await db.q
    .selectFrom('users as u')
    .leftJoin('producers as pr', 'pr.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.auth_version', 'pr.id as producer_id'])
    .where('u.email', 'in', emails)
    .execute();
  const producerIds = new Map(users.map(({ email, producer_id: id }) => [email, id]));
  const tokens = new Map(users.map(({ email }) => [email, createToken()]));
  const opened = await db.q
    .insertInto('sessions')
    .values(
      users.map(({ id, email, auth_version }) => ({
        user_id: id,
        auth_version,
        token_hash: hashToken(tokens.get(email) ?? ''),
        created_at: now,
        expires_at: new Date(now.getTime() + 600_000),
      })),
    )
    .returning('id')
    .execute();
  const products = await db.q.selectFrom('products').select(['id', 'name']).execute();
  const tokenOf =
    (list: readonly { email: string }[]) =>
    (ordinal: number): string =>
      tokens.get(emailOf(list[ordinal - 1])) ?? '';
  return {
    sessions: opened.map(({ id }) => id),
    cast: {
      api: apiInside(app.http),
      today,
      productIds: new Map(products.map(({ id, name }) => [name, id])),
      producerToken: tokenOf(people.producers),
      producerId: (ordinal) => producerIds.get(emailOf(people.producers[ordinal - 1])) ?? 0,
      adminToken: tokens.get(demoAdmin.email) ?? '',
      consultantToken: tokens.get(demoConsultant.email) ?? '',
      supplierToken: tokenOf(people.suppliers),
      bidderToken: tokenOf(people.tender_bidders),
      move: async (orderId, move) => {
        const { db, zone } = app.platform;
        // Orders expire when their day is over, so the demo moves the deadline back.
        if (move === 'expire')
          await db.q
            .updateTable('orders')
            .set({ deadline_date: addDays(today, -1) })
            .where('id', '=', orderId)
            .execute();
        return command(systemActor, (uow) =>
          move === 'revoke'
            ? revokeOrder(uow, orderId, { zone, reason: 'Pedido em duplicidade.' })
            : expireOrder(uow, orderId, { zone }),
        );
      },
    },
  };
}

/** Plays the real tender, open and with proposals of all thirteen bidders. */
async function playTender(cast: FullCast): Promise<void> {
  await openTender(cast, { bidderToken: cast.bidderToken });
}

/**
 * The bidder of the tender whom the demo's supplier plays where the tender is bought: it sells
 * herbicides, as he does.
 */
const SUPPLIERS_BIDDER = 12;

/** Plays the tender once more, and buys all of it from three of its bidders. */
async function playBoughtTender(cast: FullCast): Promise<void> {
  const order = await openTender(cast, {
    description: 'Reposição de ração, adubos e herbicidas',
    bidderToken: (bidder) =>
      bidder === SUPPLIERS_BIDDER ? cast.supplierToken(1) : cast.bidderToken(bidder),
  });
  await buyTender(cast.api, { token: cast.producerToken(1), order, most: 3 });
}

async function openTender(
  { api, today, productIds, producerToken }: FullCast,
  {
    bidderToken,
    ...text
  }: { readonly bidderToken: (bidder: number) => string; readonly description?: string },
): Promise<ProducerOrder> {
  const tender = readTender();
  const order = await publishTender(api, {
    token: producerToken(1),
    tender,
    productIds,
    deadline: addDays(today, 12),
    city: 'Sorriso',
    state: 'MT',
    ...text,
  });
  const bidders = new Set(tender.items.flatMap((item) => item.bids.map((bid) => bid.bidder)));
  await Promise.all(
    [...bidders].map((bidder) =>
      answerTender(api, {
        token: bidderToken(bidder),
        tender,
        order,
        bidder,
        validity: addDays(today, 30),
      }),
    ),
  );
  return order;
}

async function readProgress({ platform: { db } }: Application): Promise<number | undefined> {
  const row = await db.q
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.value);
}

async function writeProgress(
  { platform: { db, clock } }: Application,
  stories: number,
): Promise<void> {
  await db.q
    .updateTable('settings')
    .set({ value: JSON.stringify(stories), updated_at: clock.now() })
    .where('key', '=', SETTING)
    .execute();
}

function emailOf(person: { email: string } | undefined): string {
  if (person === undefined) throw new Error('the demo has no person of that number');
  return person.email;
}
