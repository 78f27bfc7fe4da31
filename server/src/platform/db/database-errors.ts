/** PostgreSQL's error as `pg` throws it. */
interface DatabaseError {
  readonly code: string;
  readonly constraint?: string;
}

const hasCode = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Deadlock or serialisation failure: the transaction may be run once more. */
export const isRetryable = (error: unknown): boolean =>
  hasCode(error) && (error.code === '40P01' || error.code === '40001');

/** A unique index refused the row; names which. */
export const violatesUnique = (error: unknown, constraint: string): boolean =>
  hasCode(error) && error.code === '23505' && error.constraint === constraint;

/** Somebody else's row is still referenced. */
export const violatesForeignKey = (error: unknown): boolean =>
  hasCode(error) && error.code === '23503';

/** Somebody else holds the row, and nobody waits (NOWAIT) or not any longer. */
export const isLocked = (error: unknown): boolean => hasCode(error) && error.code === '55P03';

/** Whoever writes was erased while the request was under way. */
export const isOfErased = (error: unknown): boolean => hasCode(error) && error.code === 'LV401';

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
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57014',
  '25P03',
  '55P03',
]);
const unreachableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired/;

/** The database cannot be reached, or did not answer in time: 503, never a defect of ours. */
export const isUnavailable = (error: unknown): boolean =>
  (hasCode(error) && unreachableCodes.has(error.code)) ||
  (error instanceof Error && unreachableMessages.test(error.message));
