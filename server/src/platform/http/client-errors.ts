import { randomUUIDv7 } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorReply } from '@lavra/contract/kit/error-reply';
import { refusalHeaders } from './intercept-requests.ts';
import { errorSentence, errorStatus, type ErrorCode } from '../texts/error-texts.ts';

const byNodeCode: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Replies to a request that could not be parsed, in the format of every other error, and closes the
 * connection.
 */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = byNodeCode[error.code ?? ''] ?? 'malformed_request';
  const status = errorStatus(code);
  const id = randomUUIDv7();
  const body = JSON.stringify({
    error: errorSentence(code),
    code,
    request_id: id,
  } satisfies ErrorReply);
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(refusalHeaders(id, body)).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
