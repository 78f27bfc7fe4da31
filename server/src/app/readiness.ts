import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { isReadOnlyServer, isUnavailable } from '../platform/db/database-errors.ts';

/**
 * Mounts `/health/ready`: 200 when requests can be answered, which takes one thing, a database that
 * takes writes; otherwise 503 with what is needed and why it is not there. The replica and Redis are
 * not needed. Anyone may ask, so no address and no message of the database is in it.
 */
export function mountReadiness(app: FastifyInstance, { db }: { db: Db }): void {
  // Asked once at a time: those who ask meanwhile get the same answer, and no connections of their own.
  let asked: Promise<Reason | undefined> | undefined;
  app.get('/health/ready', async (_request, reply) => {
    asked ??= obstacle(db).finally(() => {
      asked = undefined;
    });
    const reason = await asked;
    return reason === undefined
      ? { status: 'ok' }
      : reply.code(503).send({ status: 'unavailable', needs: 'database', reason });
  });
}

/** Why the database is of no use. */
type Reason = 'standby' | 'silent' | 'no_connection' | 'refused' | 'unreachable' | 'failing';

async function obstacle(db: Db): Promise<Reason | undefined> {
  try {
    // On a standby every transaction is read-only, whatever the session asked for.
    const { rows } = await sql<{ readOnly: boolean }>`
      SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`.execute(db.q);
    return rows[0]?.readOnly === true ? 'standby' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): Reason => {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  if (isReadOnlyServer(error) || /standby answered/.test(message)) return 'standby';
  if (/unresponsive|^57014$/.test(`${message}${code}`)) return 'silent';
  // None became free, or the server did not answer in time.
  if (/timeout exceeded when trying to connect/.test(message) || code === '53300')
    return 'no_connection';
  if (/^(28...|3D000)$/.test(code)) return 'refused';
  return isUnavailable(error) ? 'unreachable' : 'failing';
};
