import { localDate } from '@lavra/domain/calendar/calendar';
import type { Application } from '../app/compose.ts';
import type { Installation } from '../app/installation.ts';
import { expireOrder, revokeOrder } from '../features/orders/orders-feature.ts';
import { readPlaces } from '../features/reference-data/places.ts';
import { hashPassword } from '../platform/auth/password.ts';
import { systemActor } from '../platform/db/command.ts';
import { ensureUnlistedProducts } from '../features/catalogue/catalogue-feature.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';
import { apiInside } from './demo-api.ts';
import { loadDemoCatalogue } from './demo-catalogue-store.ts';
import { openDemoEvents } from './demo-events.ts';
import { joiningStories } from './demo-joining.ts';
import { createDemoKits } from './demo-kits.ts';
import { askForProducts } from './demo-requests.ts';
import { orderStory } from './demo-orders.ts';
import { orderStories } from './demo-order-stories.ts';
import { createDemoPeople, demoAdmin, demoConsultant, type DemoPeople } from './demo-people.ts';
import { createDemoSessions, type DemoSessions } from './demo-sessions.ts';
import { createDemoPlans } from './demo-subscriptions.ts';
import { boughtTender, openTender, type TenderCast } from './demo-tender.ts';
import { officeTimes, playStories, takeTime, type Calendar, type Story } from './demo-time.ts';

/** Accounts to sign in with. */
export interface DemoLogins {
  readonly password: string;
  readonly emails: Readonly<Record<'produtor' | 'fornecedor' | 'admin' | 'consultor', string>>;
}

const SETTING = 'demo.loaded';

/** The stories that have begun, by their index; `all` where an earlier version loaded its own. */
type Progress = readonly number[] | 'all';

/**
 * Loads the demo into a database without accounts: the catalogue, then the stories of its people
 * and their orders over HTTP as they would play them, on the days of some ten weeks until today,
 * while nothing else runs on the application. A load that was interrupted continues with the
 * stories that had not begun. Returns undefined when the database has accounts that are not the
 * demo's.
 */
export async function loadDemo(installation: Installation): Promise<DemoLogins | undefined> {
  const { app } = installation;
  const people = createDemoPeople(readPlaces());
  const progress = await readProgress(app);
  if (progress === undefined && (await hasAccounts(app))) return undefined;
  if (progress !== 'all') await play(installation, people, progress);
  return {
    password: DEMO_PASSWORD,
    emails: {
      produtor: emailOf(people.producers[0]),
      fornecedor: emailOf(people.suppliers[0]),
      admin: demoAdmin.email,
      consultor: demoConsultant.email,
    },
  };
}

/** Returns whether the database holds the demo, no accounts, or other accounts. */
export async function findDemo(app: Application): Promise<'loaded' | 'empty' | 'none'> {
  if ((await readProgress(app)) !== undefined) return 'loaded';
  return (await hasAccounts(app)) ? 'none' : 'empty';
}

const hasAccounts = async ({ platform: { db } }: Application): Promise<boolean> =>
  (await db.q.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

async function play(
  installation: Installation,
  people: DemoPeople,
  progress: readonly number[] | undefined,
): Promise<void> {
  const { app } = installation;
  const { clock, zone } = app.platform;
  const calendar = { today: localDate(clock.now(), zone), zone };
  const emails = emailsOf(people);
  const sessions = createDemoSessions(app.platform, emails);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const time = takeTime(clock);
  const events = await openDemoEvents(installation, time);
  try {
    if (progress === undefined)
      await time.run(officeTimes(calendar, 0)(250), () => createBasis(app));
    else await sessions.open(emails);
    const cast = await castOf(app, { people, sessions, calendar });
    const stories = [
      ...joiningStories({ ...calendar, app, api: cast.api, people, passwordHash, sessions }),
      ...orderStories.map((story) => orderStory(cast, story)),
      openTender(cast),
      requestStory(cast, sessions),
      boughtTender(cast),
    ];
    const begun = new Set(progress);
    const waiting = stories.filter((_, index) => !begun.has(index));
    await playStories(time, waiting, async (story) => {
      events.wake();
      const index = stories.indexOf(story);
      if (begun.has(index)) return;
      await writeProgress(app, [...begun.add(index)]);
    });
  } finally {
    await events.close();
    time.end();
    await sessions.end();
  }
}

const createBasis = (app: Application): Promise<void> =>
  app.platform.command(systemActor, async (uow) => {
    await createDemoKits(uow, await loadDemoCatalogue(uow));
    await ensureUnlistedProducts(uow);
    await createDemoPlans(uow);
    await uow.db.q
      .insertInto('settings')
      .values({ key: SETTING, value: '[]', updated_at: uow.now })
      .execute();
  });

/** The producer misses products, and the administrator answers the next day. */
function requestStory(cast: TenderCast, sessions: DemoSessions): Story {
  const at = officeTimes(cast, 42);
  const asked = { producer: cast.producerToken(1), admin: sessions.tokenOf(demoAdmin.email) };
  return {
    begins: at(2),
    play: () => askForProducts({ ...cast, ...asked }, at(1)),
  };
}

/** Returns what the stories of orders need. */
async function castOf(
  app: Application,
  {
    people,
    sessions,
    calendar,
  }: { people: DemoPeople; sessions: DemoSessions; calendar: Calendar },
): Promise<TenderCast> {
  const { db, command, zone } = app.platform;
  const products = await db.q.selectFrom('products').select(['id', 'name']).execute();
  const tokenOf =
    (list: readonly { email: string }[]) =>
    (ordinal: number): string =>
      sessions.tokenOf(emailOf(list[ordinal - 1]));
  return {
    ...calendar,
    api: apiInside(app.http),
    productIds: new Map(products.map(({ id, name }) => [name, id])),
    producerToken: tokenOf(people.producers),
    producerId: async (ordinal) => {
      const { id } = await db.q
        .selectFrom('producers as pr')
        .innerJoin('users as u', 'u.id', 'pr.user_id')
        .select('pr.id')
        .where('u.email', '=', emailOf(people.producers[ordinal - 1]))
        .executeTakeFirstOrThrow();
      return id;
    },
    consultantToken: sessions.tokenOf(demoConsultant.email),
    supplierToken: tokenOf(people.suppliers),
    bidderToken: tokenOf(people.tender_bidders),
    move: (orderId, move) =>
      command(systemActor, (uow) =>
        move === 'revoke'
          ? revokeOrder(uow, orderId, { zone, reason: 'Pedido em duplicidade.' })
          : expireOrder(uow, orderId, { zone }),
      ),
  };
}

async function readProgress({ platform: { db } }: Application): Promise<Progress | undefined> {
  const row = await db.q
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return Array.isArray(row.value) ? row.value.map(Number) : 'all';
}

async function writeProgress(
  { platform: { db, clock } }: Application,
  begun: readonly number[],
): Promise<void> {
  await db.q
    .updateTable('settings')
    .set({ value: JSON.stringify(begun), updated_at: clock.now() })
    .where('key', '=', SETTING)
    .execute();
}

const emailsOf = (people: DemoPeople): string[] =>
  [
    ...people.producers,
    ...people.suppliers,
    ...people.tender_bidders,
    people.tender_producer,
    demoConsultant,
    demoAdmin,
  ].map(({ email }) => email);

function emailOf(person: { email: string } | undefined): string {
  if (person === undefined) throw new Error('the demo has no person of that number');
  return person.email;
}
