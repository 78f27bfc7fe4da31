import type { Application } from '../app/compose.ts';
import type { Installation } from '../app/installation.ts';
import { readPlaces } from '../features/reference-data/places.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';
import { createDemoPeople, demoAdmin, demoConsultant, emailOf } from './demo-people.ts';
import { readProgress } from './demo-progress.ts';

/** Accounts to sign in with. */
export interface DemoLogins {
  readonly password: string;
  readonly emails: Readonly<Record<'produtor' | 'fornecedor' | 'admin' | 'consultor', string>>;
}

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
  if (progress !== 'all') {
    // Loaded for the first start only.
    const { playDemo } = await import('./play-demo.ts');
    await playDemo(installation, people, progress);
  }
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
