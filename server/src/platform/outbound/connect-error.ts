/** Why no connection was made; after any of these nothing has been sent. */
export type ConnectProblem = 'forbidden' | 'unresolved' | 'unreachable' | 'timeout' | 'tls';

/**
 * A connection that was not made. The message contains no address, so that it does not reveal where
 * a name resolves to.
 */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly problem: ConnectProblem;

  constructor(problem: ConnectProblem, cause?: unknown) {
    super(`no connection: ${problem}`, cause === undefined ? {} : { cause });
    this.problem = problem;
  }

  /** Wraps an error; a ConnectError is returned as it is. */
  static of(error: unknown, problem: ConnectProblem): ConnectError {
    return error instanceof ConnectError ? error : new ConnectError(problem, error);
  }
}
