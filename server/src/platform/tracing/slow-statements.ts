import type { Logger } from '../log/logger.ts';
import { operationChannel, type Ended, type Operation } from './operations.ts';
import { statementNameOf } from './statement-name.ts';

/** From how many ms on a statement is logged. */
const SLOW_MS = 1_000;
/** How often one statement is logged at most, in ms: when all are slow, the log stays readable. */
const SILENCE_MS = 60_000;

/**
 * Logs statements that take a second or longer by their name, once a minute each. Returns how to end
 * it.
 */
export function logSlowStatements(logger: Logger, slowMs = SLOW_MS): () => void {
  const began = new WeakMap<Operation, number>();
  const logged = new Map<string, number>();
  const start = (message: unknown): void => {
    const operation = message as Operation; // the channel carries nothing else
    if (operation.kind === 'statement') began.set(operation, performance.now());
  };
  const end = (message: unknown): void => {
    const { name, ...operation } = message as Ended;
    const since = began.get(message as Operation);
    if (operation.kind !== 'statement' || since === undefined) return;
    const now = performance.now();
    if (now - since < slowMs) return;
    const statement = statementNameOf(name);
    if (now - (logged.get(statement) ?? -Infinity) < SILENCE_MS) return;
    logged.set(statement, now);
    logger.warn({ statement, ms: Math.round(now - since) }, 'slow statement');
  };
  operationChannel.start.subscribe(start);
  operationChannel.asyncEnd.subscribe(end);
  return () => {
    operationChannel.start.unsubscribe(start);
    operationChannel.asyncEnd.unsubscribe(end);
  };
}
