import type { EventData, EventType } from '@lavra/domain/notification/event-types';
import type { UnitOfWork } from '../db/command.ts';

/** What a run of a job is told beside its data. */
export interface JobContext {
  /** Told to stop: finish the piece at hand or throw; the job is handed back and runs again. */
  readonly signal: AbortSignal;
  /** 1 at the first try. */
  readonly attempt: number;
  /** No further try follows this one. */
  readonly isLast: boolean;
}

/** How often a job is tried: `retries` after the first time, the first `backoffSeconds` later, then twice as long each time. */
export interface JobPatience {
  readonly retries: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
}

/** Work that outlives a request: at least once, so a second run must find what the first one did. Ids only as data. */
export interface JobKind<D extends object = Readonly<Record<string, number>>> extends JobPatience {
  /** `import.process`: its queue's name, and what failed jobs are listed by. */
  readonly name: string;
  /** How many a worker runs at once; 3 when absent. */
  readonly concurrency?: number;
  readonly run: (data: D, context: JobContext) => Promise<void>;
}

/** A job that the worker makes for each event of a type. */
export interface EventJob<T extends EventType = EventType> extends JobKind<EventData<T>> {
  readonly on: T;
}

/** Declares a job of an event, with the event's data checked. */
export const jobOn = <const T extends EventType>(
  on: T,
  kind: JobKind<EventData<T>>,
): EventJob<T> => ({ ...kind, on });

/** Any of them, whatever its data. */
export type AnyJob = JobKind<never> & { readonly on?: EventType };

/** An event as the worker finds it. */
export interface StoredEvent {
  readonly id: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, number>>;
  readonly at: Date;
}

/** A job to be made in the transaction at hand; with `afterSeconds` it waits that long. */
export interface NewJob {
  readonly kind: string;
  readonly data: Readonly<Record<string, number>>;
  readonly afterSeconds?: number;
}

/**
 * What a feature does for every event, in the transaction that marks it as dispatched: rolled back and tried again
 * together. Answers the jobs that go on with it.
 */
export type EventListener = (uow: UnitOfWork, event: StoredEvent) => Promise<readonly NewJob[]>;

/** What the application leaves to the worker. */
export interface Work {
  readonly jobs: readonly AnyJob[];
  readonly listeners: readonly EventListener[];
}

/** Gathers what the features leave to the worker. */
export const workOf = (features: readonly Partial<Work>[]): Work => ({
  jobs: features.flatMap(({ jobs = [] }) => jobs),
  listeners: features.flatMap(({ listeners = [] }) => listeners),
});
