import { tracingChannel } from 'node:diagnostics_channel';

/**
 * Something the service does that a trace shows. Requests, events, jobs and scheduled tasks begin a
 * trace; the others belong to the one they run in.
 */
export interface Operation {
  readonly kind: 'request' | 'endpoint' | 'transaction' | 'statement' | 'event' | 'job' | 'task';
  /**
   * What is done: an endpoint's id, the kind of a job, a statement's registered name or its SQL, whose
   * values stand apart. Never a value that a person entered.
   */
  readonly name: string;
  /** The request that caused it, where this operation begins a trace. */
  readonly requestId?: string | null | undefined;
  /** `/orders/{id}`; where an endpoint is carried out. */
  readonly route?: string;
}

/** How an operation ended; Node sets what there is. */
export type Ended = Operation & { readonly result?: unknown; readonly error?: unknown };

/** The channel on which operations are published. */
export const operationChannel = tracingChannel<unknown, Operation>('lavra:operation');

/** Does some work as one operation. Without listeners it costs one comparison. */
export const traced = <T>(operation: Operation, work: () => Promise<T>): Promise<T> =>
  operationChannel.hasSubscribers ? operationChannel.tracePromise(work, operation) : work();
