import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';

interface Scope extends Readonly<Record<string, unknown>> {
  readonly session_id: number;
  readonly order_id: number;
}

const readLetters = statement({
  name: 'proposal-letters-read',
  params: params<Scope>(),
  columns: { proposal_id: col.int, letter: orNull(col.int) },
  text: `
    SELECT p.id AS proposal_id, l.letter
    FROM proposals p
    LEFT JOIN proposal_letters l ON l.session_id = :session_id AND l.order_id = p.order_id AND l.proposal_id = p.id
    WHERE p.order_id = :order_id AND p.status <> 'draft'
    ORDER BY l.letter, p.id`,
});

const assignLetters = statement({
  name: 'proposal-letters-assign',
  params: params<Scope>(),
  columns: { letter: col.int },
  // Random UUIDs come from the system's cryptographic generator, so sorting by them is a fair
  // shuffle. When a concurrent request of the same session inserts first, its rows remain, and
  // proposals without a letter get one in the next round.
  text: `
    INSERT INTO proposal_letters (session_id, order_id, proposal_id, letter)
    SELECT :session_id::bigint, p.order_id, p.id, taken.letters + row_number() OVER (ORDER BY gen_random_uuid()) - 1
    FROM proposals p
    CROSS JOIN (
      SELECT coalesce(max(l.letter) + 1, 0) AS letters
      FROM proposal_letters l WHERE l.session_id = :session_id AND l.order_id = :order_id
    ) taken
    WHERE p.order_id = :order_id AND p.status <> 'draft'
      AND NOT EXISTS (SELECT FROM proposal_letters l
        WHERE l.session_id = :session_id AND l.order_id = p.order_id AND l.proposal_id = p.id)
    ON CONFLICT DO NOTHING
    RETURNING letter`,
});

const MAX_ROUNDS = 20;

/**
 * Returns the letter (0 is A) of each submitted proposal of an order in a session, by proposal id
 * and ordered by letter. The first call shuffles the proposals, later arrivals get the next
 * letters; a call without new proposals writes nothing.
 */
export async function lettersFor(
  db: Db,
  { sessionId, orderId }: { sessionId: number; orderId: number },
): Promise<Map<number, number>> {
  const scope = { session_id: sessionId, order_id: orderId };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rows = await db.rows(readLetters, scope);
    const lettered = rows.flatMap(({ proposal_id, letter }) =>
      letter === null ? [] : [[proposal_id, letter] as const],
    );
    if (lettered.length === rows.length) return new Map(lettered);
    await db.rows(assignLetters, scope);
  }
  throw new Error(`the proposals of order ${orderId} kept changing while they were lettered`);
}
