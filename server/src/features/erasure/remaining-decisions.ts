import { sql } from 'kysely';
import { UNLISTED_SUFFIX } from '@lavra/domain/catalogue/unlisted-item';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { wireTimeSql } from '../../platform/text/wire.ts';
import type { DecisionContent } from '../proposals/proposals-feature.ts';
import type { PersonMask } from './text-source.ts';

/** Records are large: few per page. */
const PAGE = 20;

interface Sent {
  readonly submitted_at: string;
  readonly total_amount: string;
  readonly mark: number;
}

const read = statement({
  name: 'erasure-read-decisions',
  params: params<{ roots: readonly number[]; supplier_id: number; after: number; size: number }>(),
  columns: { id: col.int, content: col.json<DecisionContent>(), sent: col.json<Sent[]>() },
  text: `
    SELECT d.order_id AS id, d.content,
      (SELECT coalesce(json_agg(json_build_object(
        'submitted_at', ${wireTimeSql('p.submitted_at')}, 'total_amount', p.total_amount::text, 'mark', pm.mark)), '[]')
       FROM proposals p JOIN proposal_marks pm ON pm.proposal_id = p.id
       WHERE p.order_id = d.order_id AND p.supplier_id = :supplier_id::bigint) AS sent
    FROM decision_records d
    WHERE d.order_id = ANY (:roots::bigint[]) AND d.order_id > :after::bigint
    ORDER BY d.order_id LIMIT :size::int`,
});

const readRounds = ({ q }: Db, roots: readonly number[]) =>
  q
    .selectFrom('decision_rounds')
    .select(['order_id', 'round', sql<string>`content ->> 'reason'`.as('reason')])
    .where(sql<boolean>`order_id = ANY (${roots}::bigint[])`)
    .where(sql<boolean>`content ->> 'reason' IS NOT NULL`)
    .execute();
const writeRounds = statement({
  name: 'erasure-write-rounds',
  params: params<{ rounds: string }>(),
  columns: {},
  text: `
    UPDATE decision_rounds d SET content = jsonb_set(d.content, '{reason}', to_jsonb(x.reason))
    FROM jsonb_to_recordset(:rounds::jsonb) AS x(order_id bigint, round integer, reason text)
    WHERE d.order_id = x.order_id AND d.round = x.round`,
});

/**
 * Locks the decisions whose record is still to be written. A record that is being written is waited
 * for; one that is still to be written waits for the end of the erasure and then holds the texts that
 * are left.
 */
const holdPending = ({ q }: Db, roots: readonly number[]) =>
  q
    .updateTable('pending_decisions')
    .set((eb) => ({ decided_at: eb.ref('decided_at') }))
    .where(sql<boolean>`order_id = ANY (${roots}::bigint[])`)
    .returning(['order_id', 'reason'])
    .execute();
const writePending = statement({
  name: 'erasure-write-pending',
  params: params<{ decisions: string }>(),
  columns: {},
  text: `
    UPDATE pending_decisions d SET reason = x.reason
    FROM jsonb_to_recordset(:decisions::jsonb) AS x(order_id bigint, reason text) WHERE d.order_id = x.order_id`,
});

type Side = { readonly mask: PersonMask } & (
  | { readonly role: 'producer' }
  | { readonly role: 'supplier'; readonly supplierId: number }
);

/**
 * Masks the person in their own words in these orders' decision records. Figures, products, letters
 * and the words of others stay as frozen.
 */
export async function maskDecisions(db: Db, roots: readonly number[], side: Side): Promise<void> {
  await sql`SELECT set_config('lavra.erasing', 'on', true)`.execute(db.q);
  const pending = await holdPending(db, roots);
  if (side.role === 'producer') {
    await maskPending(db, pending, side.mask);
    await maskRounds(db, roots, side.mask);
  }
  for (let after = 0; ;) {
    const page = await db.rows(read, {
      roots,
      supplier_id: side.role === 'supplier' ? side.supplierId : 0,
      after,
      size: PAGE,
    });
    for (const { id, content, sent } of page) {
      await side.mask.prepare(wordsOf(content));
      const masked =
        side.role === 'producer'
          ? withoutProducer(content, side.mask)
          : withoutSupplier(content, lettersOf(content, sent), side.mask);
      if (JSON.stringify(masked) !== JSON.stringify(content))
        await db.q
          .updateTable('decision_records')
          .set({ content: JSON.stringify(masked) })
          .where('order_id', '=', id)
          .execute();
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}

/** Masks the producer in the reasons of decisions whose record is still to be written. */
async function maskPending(
  db: Db,
  pending: readonly { readonly order_id: number; readonly reason: string | null }[],
  { hide, prepare }: PersonMask,
): Promise<void> {
  const reasons = pending.flatMap(({ order_id, reason }) =>
    reason === null ? [] : [{ order_id, reason }],
  );
  if (reasons.length === 0) return;
  await prepare(reasons.map(({ reason }) => reason));
  const decisions = reasons.map(({ order_id, reason }) => ({ order_id, reason: hide(reason) }));
  await db.rows(writePending, { decisions: JSON.stringify(decisions) });
}

/** Masks the producer in the reasons of these orders' later rounds, their only words. */
async function maskRounds(
  db: Db,
  roots: readonly number[],
  { hide, prepare }: PersonMask,
): Promise<void> {
  const rounds = await readRounds(db, roots);
  await prepare(rounds.map(({ reason }) => reason));
  const masked = rounds
    .map((round) => ({ ...round, reason: hide(round.reason) }))
    .filter(({ reason }, index) => reason !== rounds[index]?.reason);
  if (masked.length > 0) await db.rows(writeRounds, { rounds: JSON.stringify(masked) });
}

/**
 * Returns the letters of the person's proposals. Records without marks do not store whose a letter
 * is: a proposal submitted at the same instant with the same amount is taken to be theirs.
 */
const lettersOf = ({ proposals }: DecisionContent, sent: readonly Sent[]): ReadonlySet<number> =>
  new Set(
    proposals
      .filter((proposal) =>
        sent.some((own) =>
          proposal.mark === undefined
            ? own.submitted_at === proposal.submitted_at &&
              own.total_amount === proposal.total_amount
            : own.mark === proposal.mark,
        ),
      )
      .map(({ letter }) => letter),
  );

/** Yields every text that people wrote. */
function* wordsOf({ reason, order, proposals, items }: DecisionContent): Generator<string> {
  const texts = [
    reason,
    order.description,
    order.payment_terms,
    ...proposals.flatMap((proposal) => [
      proposal.payment_terms,
      proposal.notes,
      proposal.rejection_reason,
    ]),
    ...items.flatMap(({ product }) => (isUnlisted(product) ? [product] : [])),
    ...items.flatMap(({ answers }) =>
      answers.flatMap((answer) => [
        answer.justification,
        answer.similar,
        answer.similar_description,
        answer.notes,
      ]),
    ),
  ];
  yield* texts.filter((text) => text !== null);
}

/** Only what the catalogue lacks is named in the producer's words. */
const isUnlisted = (product: string): boolean => product.endsWith(UNLISTED_SUFFIX);

type Hide = PersonMask['hide'];
const hidden = (hide: Hide, text: string | null): string | null =>
  text === null ? null : hide(text);

function withoutProducer(content: DecisionContent, { hide }: PersonMask): DecisionContent {
  const { order } = content;
  return {
    ...content,
    reason: hidden(hide, content.reason),
    order: {
      ...order,
      description: hide(order.description),
      payment_terms: hidden(hide, order.payment_terms),
    },
    proposals: content.proposals.map((proposal) => ({
      ...proposal,
      rejection_reason: hidden(hide, proposal.rejection_reason),
    })),
    items: content.items.map((item) =>
      isUnlisted(item.product) ? { ...item, product: hide(item.product) } : item,
    ),
  };
}

/** Keeps only those of the supplier's own words that an offer needs. */
function withoutSupplier(
  content: DecisionContent,
  letters: ReadonlySet<number>,
  { hide }: PersonMask,
): DecisionContent {
  return {
    ...content,
    proposals: content.proposals.map((proposal) =>
      letters.has(proposal.letter)
        ? { ...proposal, payment_terms: hidden(hide, proposal.payment_terms), notes: null }
        : proposal,
    ),
    items: content.items.map((item) => ({
      ...item,
      answers: item.answers.map((answer) =>
        letters.has(answer.letter) ? { ...answer, ...answerTexts(answer, hide) } : answer,
      ),
    })),
  };
}

const answerTexts = (
  {
    justification,
    similar,
    similar_description,
  }: DecisionContent['items'][number]['answers'][number],
  hide: Hide,
) => ({
  justification: hidden(hide, justification),
  similar: hidden(hide, similar),
  similar_description: hidden(hide, similar_description),
  notes: null,
});
