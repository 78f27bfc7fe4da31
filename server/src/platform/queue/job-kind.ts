import type { EventData, EventType } from '@lavra/domain/notification/event-types';
import type { UnitOfWork } from '../db/command.ts';

/** What a run of a job receives beside its data. */
export interface JobContext {
  /**
   * Aborts when the worker stops: finish the current step or throw; the job is requeued and runs
   * again.
   */
  readonly signal: AbortSignal;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** No further attempt follows this one. */
  readonly isLast: boolean;
}

/**
 * How often a job is attempted: `retries` times after the first, the first `backoffSeconds` later,
 * then twice as long each time. An attempt ends after `timeoutSeconds`.
 */
export interface RetryPolicy {
  readonly retries: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
}

/**
 * Work that outlives a request. It runs at least once, so a second run must detect what the first
 * one did. Its data are ids only.
 */
export interface JobKind<D extends object = Readonly<Record<string, number>>> extends RetryPolicy {
  /** Such as `import.process`: the name of its queue, and of its failed jobs in lists. */
  readonly name: string;
  /** How many a worker runs at once; 3 when absent. */
  readonly concurrency?: number;
  readonly run: (data: D, context: JobContext) => Promise<void>;
}

/** A job that the worker creates for each event of a type. */
export interface EventJob<T extends EventType = EventType> extends JobKind<EventData<T>> {
  readonly on: T;
}

/** Declares a job of an event, with the event's data type-checked. */
export const jobOn = <const T extends EventType>(
  on: T,
  kind: JobKind<EventData<T>>,
): EventJob<T> => ({ ...kind, on });

/**
 * A job kind with any data. The worker passes `run` the ids with which a job of this kind was
 * created; as a method, it takes kinds that name theirs.
 */
export interface AnyJob extends Omit<JobKind, 'run'> {
  readonly on?: EventType;
  run(data: Readonly<Record<string, number>>, context: JobContext): Promise<void>;
}

/** An event as the worker reads it. */
export interface StoredEvent {
  readonly id: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, number>>;
  readonly at: Date;
}

/**
 * A job to be created in the current transaction; with `afterSeconds` it is delayed by that long.
 */
export interface NewJob {
  readonly kind: string;
  readonly data: Readonly<Record<string, number>>;
  readonly afterSeconds?: number;
}

/**
 * A feature's reaction to every event, in the transaction that marks it as dispatched: rolled back
 * and retried together. Returns the jobs that continue the work.
 */
export type EventListener = (uow: UnitOfWork, event: StoredEvent) => Promise<readonly NewJob[]>;

/** The jobs and listeners that the features register with the worker. */
export interface Work {
  readonly jobs: readonly AnyJob[];
  readonly listeners: readonly EventListener[];
}

/** Collects the jobs and listeners of the features. */
export const workOf = (features: readonly Partial<Work>[]): Work => ({
  jobs: features.flatMap(({ jobs = [] }) => jobs),
  listeners: features.flatMap(({ listeners = [] }) => listeners),
});
