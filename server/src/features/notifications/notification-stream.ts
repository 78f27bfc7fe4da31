import type { EventStream } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { listIdsSince, readNotifications } from './notification-list.ts';
import { presentNotification, type NotificationWire } from './notification-presenter.ts';
import {
  sendHeartbeat,
  createConnection,
  end,
  sendOpening,
  send,
  sendReload,
  type Connection,
} from './stream-connection.ts';
import { advance, isUnseen, type Positions } from './stream-position.ts';
import { readRecent, type Recent } from './stream-queries.ts';

const POLL_MS = 1_000;
const HEARTBEAT_MS = 20_000;
const MOST_PER_SESSION = 5;
const MOST_PER_PERSON = 20;
const MOST_CAUGHT_UP = 500;

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1');

/** The streams open in this process, and the poll that serves them. */
export interface StreamHub {
  readonly platform: Platform;
  readonly wire: NotificationWire;
  readonly positions: Positions;
  readonly connections: Set<Connection>;
  /** The next poll, or the one that runs; undefined while there are no streams. */
  timer: NodeJS.Timeout | undefined;
  closed: boolean;
  /** Set while polls fail, so that only the first failure is logged. */
  failing: boolean;
}

/**
 * Creates the hub of the streams open in this process. While there are any, one query a second reads
 * the notifications that any process has written for their users, and finds the tokens that are no
 * longer valid.
 */
export const createStreamHub = (
  platform: Platform,
  parts: Pick<StreamHub, 'wire' | 'positions'>,
): StreamHub => ({
  platform,
  ...parts,
  connections: new Set(),
  timer: undefined,
  closed: false,
  failing: false,
});

/**
 * Opens a stream of the caller's own notifications. Throws `too_many_streams` when the session or
 * the person has reached its limit.
 */
export async function streamNotifications(
  hub: StreamHub,
  caller: Caller,
  lastEventId: string | undefined,
): Promise<EventStream> {
  if (hub.closed) throw new RuleError('unavailable');
  assertRoom(hub, caller);
  const connection = createConnection(caller);
  hub.connections.add(connection);
  connection.stream.once('close', () => hub.connections.delete(connection));
  try {
    await catchUp(hub, connection, lastEventId);
  } catch (error) {
    leave(hub, connection);
    throw error;
  }
  schedule(hub);
  return { events: connection.stream };
}

/** Ends every stream, and rejects new ones. */
export function closeStreams(hub: StreamHub): void {
  hub.closed = true;
  clearTimeout(hub.timer);
  for (const connection of hub.connections) leave(hub, connection);
}

function assertRoom({ connections }: StreamHub, { userId, sessionId }: Caller): void {
  const ofPerson = [...connections].filter((other) => other.caller.userId === userId);
  const ofSession = ofPerson.filter((other) => other.caller.sessionId === sessionId);
  if (ofSession.length >= MOST_PER_SESSION || ofPerson.length >= MOST_PER_PERSON)
    throw new RuleError('too_many_streams', { retry_after: 5 });
}

function leave({ connections }: StreamHub, connection: Connection): void {
  connections.delete(connection);
  end(connection);
}

/**
 * Sets the connection's position: where the reader left off, or else now, counting everything
 * present as known.
 */
async function catchUp(
  hub: StreamHub,
  connection: Connection,
  lastEventId: string | undefined,
): Promise<void> {
  const {
    platform: { db, clock },
    positions,
  } = hub;
  const { userId, tokenHash } = connection.caller;
  const [recent] = await readRecent(db, [tokenHash], clock.now());
  if (recent === undefined) throw new RuleError('unauthenticated');
  const present = { floor: recent.floor, known: new Set(recent.ids) };
  const left = lastEventId === undefined ? undefined : positions.read(lastEventId);
  connection.position = left ?? present;
  const isLost = lastEventId !== undefined && left === undefined;
  const missed =
    left === undefined
      ? []
      : await listIdsSince(db, {
          userId,
          after: left.floor,
          known: [...left.known],
          size: MOST_CAUGHT_UP + 1,
        });
  const tooMuch = missed.length > MOST_CAUGHT_UP;
  if (tooMuch) connection.position = present;
  sendOpening(connection, positions);
  if (tooMuch || isLost) sendReload(connection);
  else await deliver(hub, new Map([[connection, missed]]));
  connection.ready = true;
}

function schedule(hub: StreamHub): void {
  if (hub.timer !== undefined || hub.connections.size === 0 || hub.closed) return;
  hub.timer = setTimeout(() => {
    void poll(hub)
      .catch((error: unknown) => {
        if (!hub.failing && !hub.closed)
          hub.platform.logger.warn({ err: error }, 'notification polling failed');
        hub.failing = true;
      })
      .finally(() => {
        hub.timer = undefined;
        schedule(hub);
      });
  }, POLL_MS);
}

async function poll(hub: StreamHub): Promise<void> {
  const {
    platform: { db, clock },
    connections,
  } = hub;
  const listening = [...connections];
  const hashes = new Map(
    listening.map(({ caller }) => [keyOf(caller.tokenHash), caller.tokenHash]),
  );
  const recent = new Map(
    (await readRecent(db, [...hashes.values()], clock.now())).map((one) => [
      keyOf(one.token_hash),
      one,
    ]),
  );
  await deliver(
    hub,
    new Map(
      listening.map((connection) => [
        connection,
        settle(hub, connection, recent.get(keyOf(connection.caller.tokenHash))),
      ]),
    ),
  );
  for (const connection of connections)
    if (performance.now() - connection.lastWrite >= HEARTBEAT_MS) sendHeartbeat(connection);
  hub.failing = false;
}

/** Returns the ids that the reader has not seen; ends the stream of a token that is not valid. */
function settle(
  hub: StreamHub,
  connection: Connection,
  recent: Recent | undefined,
): readonly number[] {
  if (recent === undefined) leave(hub, connection);
  if (recent === undefined || !connection.ready) return [];
  connection.position = advance(connection.position, { floor: recent.floor });
  return recent.ids.filter((id) => isUnseen(connection.position, id));
}

async function deliver(
  { platform: { db }, wire, positions }: StreamHub,
  news: ReadonlyMap<Connection, readonly number[]>,
): Promise<void> {
  const ids = [...new Set([...news.values()].flat())];
  if (ids.length === 0) return;
  const shown = new Map(
    await presentOneByOne(
      await readNotifications(db, ids),
      async (row) => [row.id, await presentNotification(row, wire)] as const,
    ),
  );
  for (const [connection, own] of news) {
    for (const id of own) {
      const notification = shown.get(id);
      if (notification !== undefined) send(connection, positions, { id, notification });
    }
  }
}
