import { localDate } from '@lavra/domain/calendar/calendar';
import type { Application } from '../app/compose.ts';
import type { Installation } from '../app/installation.ts';
import { expireOrder, revokeOrder } from '../features/orders/orders-feature.ts';
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
import { demoAdmin, demoConsultant, emailOf, type DemoPeople } from './demo-people.ts';
import { beginProgress, writeProgress } from './demo-progress.ts';
import { createDemoSessions, type DemoSessions } from './demo-sessions.ts';
import { createDemoPlans } from './demo-subscriptions.ts';
import { boughtTender, openTender, type TenderCast } from './demo-tender.ts';
import { officeTimes, playStories, takeTime, type Calendar, type Story } from './demo-time.ts';

/**
 * Plays the stories that had not begun according to `progress`; where that is undefined, all of
 * them, after the catalogue and the plans.
 */
export async function playDemo(
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
  // Not before the last events were worked on at their time: a later start would take them for new.
  await writeProgress(app, 'all');
}

const createBasis = (app: Application): Promise<void> =>
  app.platform.command(systemActor, async (uow) => {
    await createDemoKits(uow, await loadDemoCatalogue(uow));
    await ensureUnlistedProducts(uow);
    await createDemoPlans(uow);
    await beginProgress(uow);
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

const emailsOf = (people: DemoPeople): string[] =>
  [
    ...people.producers,
    ...people.suppliers,
    ...people.tender_bidders,
    people.tender_producer,
    demoConsultant,
    demoAdmin,
  ].map(({ email }) => email);
