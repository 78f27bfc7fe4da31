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

/**
 * Streams notifications to the connections open in this process. While there are any, one query a
 * second reads the notifications that any process has written for their users, and finds the tokens
 * that are no longer valid.
 */
export function createNotificationStream(
  { db, clock, logger }: Platform,
  { wire, positions }: { wire: NotificationWire; positions: Positions },
) {
  const connections = new Set<Connection>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failing = false;

  const leave = (connection: Connection): void => {
    connections.delete(connection);
    end(connection);
  };

  const deliver = async (news: ReadonlyMap<Connection, readonly number[]>): Promise<void> => {
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
  };

  const settle = (connection: Connection, recent: Recent | undefined): readonly number[] => {
    if (recent === undefined) leave(connection);
    if (recent === undefined || !connection.ready) return [];
    connection.position = advance(connection.position, { floor: recent.floor });
    return recent.ids.filter((id) => isUnseen(connection.position, id));
  };

  const poll = async (): Promise<void> => {
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
      new Map(
        listening.map((connection) => [
          connection,
          settle(connection, recent.get(keyOf(connection.caller.tokenHash))),
        ]),
      ),
    );
    for (const connection of connections)
      if (performance.now() - connection.lastWrite >= HEARTBEAT_MS) sendHeartbeat(connection);
    failing = false;
  };

  const schedule = (): void => {
    if (timer !== undefined || connections.size === 0 || closed) return;
    timer = setTimeout(() => {
      void poll()
        .catch((error: unknown) => {
          if (!failing && !closed) logger.warn({ err: error }, 'notification polling failed');
          failing = true;
        })
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, POLL_MS);
  };

  /**
   * Sets the connection's position: where the reader left off, or else now, counting everything
   * present as known.
   */
  const catchUp = async (
    connection: Connection,
    lastEventId: string | undefined,
  ): Promise<void> => {
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
    else await deliver(new Map([[connection, missed]]));
    connection.ready = true;
  };

  return {
    /**
     * Opens a stream of the caller's own notifications. Throws `too_many_streams` when the session
     * or the person has reached its limit.
     */
    open: async (caller: Caller, lastEventId: string | undefined): Promise<EventStream> => {
      if (closed) throw new RuleError('unavailable');
      const ofPerson = [...connections].filter((other) => other.caller.userId === caller.userId);
      const ofSession = ofPerson.filter((other) => other.caller.sessionId === caller.sessionId);
      if (ofSession.length >= MOST_PER_SESSION || ofPerson.length >= MOST_PER_PERSON) {
        throw new RuleError('too_many_streams', { retry_after: 5 });
      }
      const connection = createConnection(caller);
      connections.add(connection);
      connection.stream.once('close', () => connections.delete(connection));
      try {
        await catchUp(connection, lastEventId);
      } catch (error) {
        leave(connection);
        throw error;
      }
      schedule();
      return { events: connection.stream };
    },

    /** Ends every stream, and rejects new ones. */
    close: (): void => {
      closed = true;
      clearTimeout(timer);
      for (const connection of connections) leave(connection);
    },
  };
}
