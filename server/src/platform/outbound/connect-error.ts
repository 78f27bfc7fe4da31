/** Why no connection was made; after any of these nothing has been sent. */
export type ConnectProblem = 'forbidden' | 'unresolved' | 'unreachable' | 'timeout' | 'tls';

/** A connection that was not made. The message names no address, so that nobody learns where a name of ours points. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly problem: ConnectProblem;

  constructor(problem: ConnectProblem, cause?: unknown) {
    super(`no connection: ${problem}`, cause === undefined ? {} : { cause });
    this.problem = problem;
  }

  /** The same, whatever went wrong on the way. */
  static of(error: unknown, problem: ConnectProblem): ConnectError {
    return error instanceof ConnectError ? error : new ConnectError(problem, error);
  }
}
