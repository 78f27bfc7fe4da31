import { Readable } from 'node:stream';
import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import { advance, type Positions, type StreamPosition } from './stream-position.ts';

const RETRY_MS = 3_000;
/** A reader who is this far behind has stopped reading. */
const MOST_UNREAD = 512 * 1024;

/** One open stream and how far its reader has come. */
export interface Connection {
  readonly caller: Pick<Caller, 'userId' | 'sessionId' | 'tokenHash'>;
  readonly stream: Readable;
  position: StreamPosition;
  /** What was missed has been sent; new ones may follow. */
  ready: boolean;
  ended: boolean;
  /** Milliseconds of the process's own clock. */
  lastWrite: number;
}

export function createConnection({ userId, sessionId, tokenHash }: Caller): Connection {
  const stream = new Readable({ read: () => {} });
  stream.on('error', () => {}); // its reader has gone
  return {
    caller: { userId, sessionId, tokenHash },
    stream,
    position: { floor: 0, known: new Set() },
    ready: false,
    ended: false,
    lastWrite: performance.now(),
  };
}

/** The first lines, so that a reader who is cut off before the first event comes back to this very place. */
export function greet(connection: Connection, positions: Positions): void {
  write(connection, `retry: ${RETRY_MS}\nid: ${positions.write(connection.position)}\n\n`);
}

/** Sends a notification; `id` is the one it is stored under. */
export function send(
  connection: Connection,
  positions: Positions,
  { id, notification }: { id: number; notification: Notification },
): void {
  connection.position = advance(connection.position, { ids: [id] });
  write(
    connection,
    `id: ${positions.write(connection.position)}\nevent: notification\ndata: ${JSON.stringify(notification)}\n\n`,
  );
}

/** Too much was missed to be sent, or nobody knows how much. */
export const sendReload = (connection: Connection): void =>
  write(connection, 'event: reload\ndata: {}\n\n');

/** A comment: proxies and readers see that the connection lives. */
export const beat = (connection: Connection): void => write(connection, ': \n\n');

/** The last the reader hears of it. */
export function end(connection: Connection): void {
  connection.ended = true;
  connection.stream.push(null);
}

function write(connection: Connection, text: string): void {
  const { stream } = connection;
  if (connection.ended || stream.destroyed) return;
  if (stream.readableLength > MOST_UNREAD) stream.destroy();
  else stream.push(text);
  connection.lastWrite = performance.now();
}
