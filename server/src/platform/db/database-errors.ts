/** PostgreSQL's error as `pg` throws it. */
interface DatabaseError {
  readonly code: string;
  readonly constraint?: string;
}

const hasCode = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/**
 * Returns whether the error is a deadlock or a serialisation failure, after which the transaction
 * may be retried.
 */
export const isRetryable = (error: unknown): boolean =>
  hasCode(error) && (error.code === '40P01' || error.code === '40001');

/**
 * Returns whether a read failed because of the replica it was sent to, which is gone or had to cancel
 * it to replay what the primary sent: the primary can still answer. A statement that took too long
 * would take as long there, and a write does not belong on a replica.
 */
export const isReplicaFailure = (error: unknown): boolean =>
  isRetryable(error) ||
  (isUnavailable(error) && !(hasCode(error) && ['57014', '55P03', '25006'].includes(error.code)));

/** Returns whether the unique index `constraint` rejected the row. */
export const violatesUnique = (error: unknown, constraint: string): boolean =>
  hasCode(error) && error.code === '23505' && error.constraint === constraint;

/**
 * Returns whether a foreign key failed: a row that another row still references, or a reference to
 * a missing row.
 */
export const violatesForeignKey = (error: unknown): boolean =>
  hasCode(error) && error.code === '23503';

/**
 * Returns whether another transaction holds the row lock, and this one does not wait (NOWAIT) or
 * has waited for `lock_timeout`.
 */
export const isLocked = (error: unknown): boolean => hasCode(error) && error.code === '55P03';

/** Returns whether a statement was refused because one before it in the transaction had failed. */
export const isFollowUp = (error: unknown): boolean => hasCode(error) && error.code === '25P02';

/** Returns whether the writing user's account was erased while the request was in progress. */
export const isWriterErased = (error: unknown): boolean => hasCode(error) && error.code === 'LV401';

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '25P03',
  '55P03',
  '25006', // a write on a server that has become a standby
]);
const unreachableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired/;

/**
 * Returns whether a write met a server that takes none, a standby: whichever address led to it, the
 * connection is of no use.
 */
export const isReadOnlyServer = (error: unknown): boolean =>
  hasCode(error) && error.code === '25006';

/** Class 08: also what a connection pooler answers while its server is away. */
const isConnectionFailure = (code: string): boolean => /^08...$/.test(code);

/**
 * Returns whether the database cannot be reached or did not answer in time: a 503, not a defect of
 * the application.
 */
export const isUnavailable = (error: unknown): boolean =>
  (hasCode(error) && (unreachableCodes.has(error.code) || isConnectionFailure(error.code))) ||
  (error instanceof Error && unreachableMessages.test(error.message));
