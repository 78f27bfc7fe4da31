import type { Installation } from '../app/installation.ts';
import { systemActor } from '../platform/db/command.ts';
import { createDemoAccounts, linkConsultant } from './demo-accounts.ts';
import type { Api } from './demo-api.ts';
import { demoAdmin, demoConsultant, type DemoPeople } from './demo-people.ts';
import type { DemoSessions } from './demo-sessions.ts';
import { createDemoSubscriptions, joinedBefore } from './demo-subscriptions.ts';
import { officeTimes, type Calendar, type Story } from './demo-time.ts';

/** How many days ago the last of a profile joined, whose trials the administrator has extended. */
const extended: Readonly<Record<'producers' | 'suppliers', readonly number[]>> = {
  producers: [72, 58, 44, 36],
  suppliers: [65, 51, 40, 47],
};
const EXTENDED_AFTER = 27;
const EXTENDED_BY = 60;

/** What the stories of how people join need. */
export interface Joining extends Calendar {
  readonly app: Installation['app'];
  readonly api: Api;
  readonly people: DemoPeople;
  readonly passwordHash: string;
  readonly sessions: DemoSessions;
}

/** Returns the stories of the accounts: those that join on one day are created together. */
export function joiningStories(joining: Joining): Story[] {
  const { people, app, sessions } = joining;
  const groups = Map.groupBy(joined(people), ({ daysAgo }) => daysAgo);
  const stories = [...groups].map(([daysAgo, group], index): Story => {
    const at = officeTimes(joining, index);
    return {
      begins: at(daysAgo),
      async *play() {
        const emails = group.map(({ email }) => email);
        const ids = await join(joining, emails);
        await sessions.open(emails);
        const late = group.filter(({ isExtended }) => isExtended);
        if (late.length === 0) return;
        yield at(daysAgo - EXTENDED_AFTER);
        for (const { email } of late) await extendTrial(joining, ids.get(email) ?? 0);
      },
    };
  });
  const at = officeTimes(joining, stories.length);
  const linked: Story = {
    begins: at(78),
    async *play() {
      yield at(77);
      await app.platform.command(systemActor, (uow) => linkConsultant(uow, people));
    },
  };
  return [...stories, linked];
}

interface Joined {
  readonly email: string;
  readonly daysAgo: number;
  readonly isExtended: boolean;
}

function joined(people: DemoPeople): Joined[] {
  const first = [demoAdmin, demoConsultant].map(({ email }) => ({ email, daysAgo: 240 }));
  const paying = (['producers', 'suppliers'] as const).flatMap((profile) => {
    const late = extended[profile];
    const begun = people[profile].length - late.length;
    return people[profile].map(({ email }, index) => {
      const daysAgo = joinedBefore(index);
      return {
        email,
        daysAgo: daysAgo ?? late[index - begun] ?? 0,
        isExtended: daysAgo === undefined,
      };
    });
  });
  const bidders = people.tender_bidders.map(({ email }, index) => ({ email, daysAgo: 27 - index }));
  const buyer = { email: people.tender_producer.email, daysAgo: 20 };
  return [
    ...paying,
    ...[...first, ...bidders, buyer].map((one) => ({ ...one, isExtended: false })),
  ];
}

const join = (
  { app, people, passwordHash, today, zone }: Joining,
  emails: readonly string[],
): Promise<Map<string, number>> =>
  app.platform.command(systemActor, async (uow) => {
    const userIds = await createDemoAccounts(uow, people, passwordHash, emails);
    await createDemoSubscriptions(uow, { people, userIds, today, zone });
    return userIds;
  });

async function extendTrial({ app, api, sessions }: Joining, userId: number): Promise<void> {
  const trial = await app.platform.db.q
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (trial === undefined) return; // the loading was interrupted while they joined
  await api.call('POST', `/api/v1/admin/subscriptions/${trial.id}/extend-trial`, {
    token: sessions.tokenOf(demoAdmin.email),
    body: { days: EXTENDED_BY },
  });
}
