import { Readable } from 'node:stream';
import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import { advance, type Positions, type StreamPosition } from './stream-position.ts';

const RETRY_MS = 3_000;
/** Bytes not yet read, after which the reader counts as gone. */
const MOST_UNREAD = 512 * 1024;

/** One open stream and its reader's position. */
export interface Connection {
  readonly caller: Pick<Caller, 'userId' | 'sessionId' | 'tokenHash'>;
  readonly stream: Readable;
  position: StreamPosition;
  /** Set once missed notifications have been sent; new ones may follow. */
  ready: boolean;
  ended: boolean;
  /** Milliseconds of the process's monotonic clock. */
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

/**
 * Writes the first lines, so that a reader who is disconnected before the first event resumes at
 * this position.
 */
export function sendOpening(connection: Connection, positions: Positions): void {
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

/**
 * Requests a reload of the reader's list: it missed too many notifications, or their number is
 * unknown.
 */
export const sendReload = (connection: Connection): void =>
  write(connection, 'event: reload\ndata: {}\n\n');

/** Writes a comment line, so that proxies and readers see that the connection is alive. */
export const sendHeartbeat = (connection: Connection): void => write(connection, ': \n\n');

/** Ends the stream. */
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
