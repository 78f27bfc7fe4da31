import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { orderTransitions } from '@lavra/domain/order/order-machine';
import { proposalTransitions } from '@lavra/domain/proposal/proposal-machine';
import { sql } from 'kysely';
import { startService } from '../service.ts';
import { openStage, type Send } from './stage.ts';
import { play, sendTo, stories } from './story.ts';

// Each defect breaks one rule of the service, in its database, its tables of transitions, or between
// it and its caller. The model must find every one of them.

/** Stories in which a defect must show: the rarest takes some seventy, most take fewer than ten. */
const MOST_STORIES = 1_500;

const service = await startService();
const stage = await openStage(service);
const honest = sendTo(stage);

interface Defect {
  /** Puts the defect in and returns what takes it out again. */
  readonly plant: () => Promise<{ readonly remove: () => Promise<unknown>; readonly send?: Send }>;
  /** What the story that finds it must end with. */
  readonly found: RegExp;
}

/** Runs a statement of PL/pgSQL at each write of a table, before it. */
const trigger =
  (table: string, when: string, body: string): Defect['plant'] =>
  () =>
    planted(
      `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
     CREATE TRIGGER aa_planted ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION planted()`,
      'DROP FUNCTION planted() CASCADE',
    );
async function planted(plant: string, remove: string) {
  await sql.raw(plant).execute(service.db.q);
  return { remove: () => sql.raw(remove).execute(service.db.q) };
}

/** Lets a transition start from one more status. */
const alsoFrom =
  <S>(transition: { readonly from: readonly S[] }, status: S): Defect['plant'] =>
  () => {
    const from = transition.from as S[]; // the table's own list
    from.push(status);
    return Promise.resolve({ remove: () => Promise.resolve(from.pop()) });
  };

/** Stands between the caller and the service. */
const between =
  (lie: (url: string, ask: () => ReturnType<Send>) => ReturnType<Send>): Defect['plant'] =>
  () =>
    Promise.resolve({
      remove: () => Promise.resolve(),
      send: (method, url, request) => lie(url, () => honest(method, url, request)),
    });

const defects: Readonly<Record<string, Defect>> = {
  'what was bought stays bought': {
    plant: trigger(
      'purchase_items',
      'BEFORE INSERT',
      'NEW.released_at := now(); NEW.settled_at := now(); NEW.settlement := NULL; RETURN NEW;',
    ),
    found: /bought is|items of/,
  },
  'no proposal is sent to a suspended order': {
    plant: trigger('orders', 'BEFORE UPDATE', 'NEW.suspended_at := NULL; RETURN NEW;'),
    found: /suspended is false, where the model says true/,
  },
  'a proposal that was withdrawn is not bought from': {
    plant: alsoFrom(proposalTransitions.accept, 'cancelled'),
    found: /where the model says .*_not_submitted/,
  },
  'a decided order is not cancelled': {
    plant: alsoFrom(orderTransitions.cancel, 'adjudicada'),
    found: /answered status 200.* where the model says .*order_not_cancellable/,
  },
  'an order is closed once, and only with proposals': {
    plant: between((url, ask) =>
      url.endsWith('/close') ? Promise.resolve({ status: 200, body: {} }) : ask(),
    ),
    found: /where the model says ("em_analise"|status 4)/,
  },
  'what is acknowledged is accepted, and nothing else': {
    plant: between(async (url, ask) => {
      const answer = await ask();
      return answer.status === 200 && /\/(accept|award)$/.test(url)
        ? { status: 500, body: { code: 'internal_error' } }
        : answer;
    }),
    found: /answered status 500, code internal_error, where the model says status 200/,
  },
  'a write happens once': {
    plant: between(async (url, ask) => {
      const answer = await ask();
      if (url.endsWith('/questions') || url.endsWith('/proposals')) await ask();
      return answer;
    }),
    found: /(questions|proposals) is/,
  },
  'a proposal sold whole is not bought in part': {
    plant: trigger(
      'proposals',
      'BEFORE INSERT OR UPDATE',
      'NEW.allows_partial := true; RETURN NEW;',
    ),
    found: /"partial":true/,
  },
  'a letter stays with its proposal': {
    plant: trigger(
      'proposals',
      'AFTER UPDATE',
      'DELETE FROM proposal_letters WHERE order_id = NEW.order_id; RETURN NULL;',
    ),
    // An award of two proposals misses the letters that it has just given.
    found: /was Proposta \w and is Proposta \w|answered status 500/,
  },
  'a total is the sum of its items': {
    plant: trigger(
      'proposals',
      'BEFORE INSERT OR UPDATE',
      'NEW.total_amount := NEW.total_amount + 0.01; RETURN NEW;',
    ),
    found: /is of [\d.]+ and its items of/,
  },
  'an event is told once': {
    plant: trigger(
      'events',
      'AFTER INSERT',
      `IF pg_trigger_depth() = 1 AND NEW.type = 'proposal.received' THEN
         INSERT INTO events (type, data, at) VALUES (NEW.type, NEW.data, NEW.at); END IF; RETURN NULL;`,
    ),
    found: /events is .*"proposal.received","proposal.received"/,
  },
  'each transition has its audit row': {
    plant: trigger(
      'audit_values',
      'BEFORE INSERT',
      `IF NEW.new_values->>'event' = 'order.closed' THEN
         NEW.new_values := jsonb_set(NEW.new_values::jsonb, '{status}', '"cancelada"'); END IF; RETURN NEW;`,
    ),
    found:
      /the audit log tells of a move from publicada to cancelada|the audit log ends in cancelada/,
  },
  'each decision stands in the timeline': {
    plant: trigger(
      'order_events',
      'BEFORE INSERT',
      `IF NEW.event = 'proposal.rejected' THEN RETURN NULL; END IF; RETURN NEW;`,
    ),
    found: /timeline is/,
  },
  'a question is answered once': {
    plant: trigger(
      'order_questions',
      'BEFORE UPDATE',
      'NEW.answer := NULL; NEW.answered_at := NULL; RETURN NEW;',
    ),
    found: /questions is .*"answered":false/,
  },
};

describe('the model finds that it is broken that', () => {
  for (const [rule, { plant, found }] of Object.entries(defects))
    it(rule, async (test) => {
      const { remove, send } = await plant();
      try {
        const result = await fc.check(
          fc.asyncProperty(fc.integer({ min: 2, max: 3 }), stories, async (items, story) => {
            await play(stage, items, story, send);
          }),
          { numRuns: MOST_STORIES, endOnFailure: true },
        );
        assert.ok(result.failed, `nothing was found in ${MOST_STORIES} stories`);
        assert.match((result.errorInstance as Error).message, found); // `play` throws no other
        test.diagnostic(`found in story ${result.numRuns}`);
      } finally {
        await remove();
      }
    });

  it('nothing, once all defects are gone', () =>
    fc.assert(
      fc.asyncProperty(stories, async (story) => {
        await play(stage, 2, story);
      }),
      { numRuns: 10 },
    ));
});
