import type { Logger } from '../log/logger.ts';
import { monitorDatabase, type DatabaseHealth, type HealthProbe } from './health-monitor.ts';
import { createReplicaLag } from './replica-lag.ts';
import { serverPosition, type ServerPosition } from './server-position.ts';

/** How far a replica may be behind before reads go to the primary without asking it, in ms. */
const LONGEST_LAG = 10_000;

/** Whether a replica may be asked, checked a few times a second on a connection of its own. */
export interface ReplicaMonitor {
  /** What the monitor of the primary has to ask, so that the two can be compared. */
  readonly primaryProbe: HealthProbe;
  /** The replica's own health. */
  readonly health: DatabaseHealth;
  /** True while the replica answers, belongs to the primary, and is not far behind. */
  readonly isUsable: boolean;
  /** The position up to which it was seen to have replayed the log. */
  readonly replayed: number;
  /** Seconds by which the replica is behind, or has not been usable at all. */
  lagSeconds(): number;
  stop(): Promise<void>;
}

/** Starts the monitor. Logs when the replica is taken, and when and why it is left. */
export function monitorReplica({
  url,
  longest,
  longestLag = LONGEST_LAG,
  logger,
}: {
  url: string;
  /** Of silence, in ms. */
  longest: number;
  longestLag?: number;
  logger: Logger;
}): ReplicaMonitor {
  const startedAt = performance.now();
  const lag = createReplicaLag(startedAt);
  let history: string | undefined;
  let isUsable: boolean | undefined;
  let answeredAt = startedAt;
  const lagSeconds = (): number => {
    const now = performance.now();
    const silent = isUsable === true ? 0 : now - answeredAt;
    return Math.max(lag.lagMs(now), silent) / 1_000;
  };
  const use = (wanted: boolean, reason?: string): void => {
    if (wanted === isUsable) return;
    isUsable = wanted;
    const lag_seconds = Math.round(lagSeconds());
    if (wanted) logger.info({ lag_seconds }, 'replica in use for long reads');
    else logger.warn({ reason, lag_seconds }, 'replica left, long reads go to the primary');
  };
  const health = monitorDatabase({
    url,
    longest,
    probe: {
      text: serverPosition.text,
      answered(row) {
        if (history === undefined) return; // nothing is known of the primary yet
        const position = positionOn(row as ServerPosition, history); // the row of this text
        answeredAt = performance.now();
        lag.replicaAt(position);
        use(lag.lagMs(answeredAt) <= longestLag, 'too far behind');
      },
      failed: (error) => use(false, error instanceof Error ? error.message : String(error)),
    },
  });
  return {
    primaryProbe: {
      text: serverPosition.text,
      answered(row, askedAt) {
        const at = row as ServerPosition; // the row of this text
        if (at.is_standby || at.position === null) return; // about to be replaced
        history = at.history;
        lag.primaryAt(at.position, askedAt);
      },
    },
    health,
    get isUsable() {
      return isUsable === true;
    },
    get replayed() {
      return lag.replayed;
    },
    lagSeconds,
    stop: () => health.stop(),
  };
}

/**
 * Returns the position of a standby; throws for any other server, and for one whose history is not
 * the primary's.
 */
export function positionOn(server: ServerPosition, history: string): number {
  if (!server.is_standby || server.position === null)
    throw new Error('DATABASE_READ_URL leads to no standby');
  if (server.history !== history)
    throw new Error(`a standby of ${server.history} answered, the primary has ${history}`);
  return server.position;
}
