import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the service sent it. */
export interface SentMessage {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly to: string;
  readonly parameters: readonly string[];
}

type Reply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
/**
 * The reply to one message: accepts it, replies otherwise, hangs up after accepting it, breaks off
 * its reply, or does not reply.
 */
export type WhatsappAnswer = 'ok' | 'drop' | 'half' | 'silence' | Reply;

export interface WhatsappDouble {
  readonly baseUrl: string;
  /** For OUTBOUND_ALLOW. */
  readonly target: string;
  /** Every message received, whatever the reply. */
  readonly messages: SentMessage[];
  /** Replies to the next messages; after them every message is accepted. */
  readonly answers: WhatsappAnswer[];
  close(): Promise<void>;
}

/** Starts a double of Meta's Cloud API. */
export async function startWhatsappDouble(): Promise<WhatsappDouble> {
  const server = createServer((request, reply) => {
    void answer(request, reply);
  });
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    double.messages.push(await messageOf(request));
    const next = double.answers.shift() ?? 'ok';
    if (next === 'silence') return;
    if (next === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body, headers }: Reply =
      typeof next === 'string'
        ? {
            status: 200,
            body: {
              messaging_product: 'whatsapp',
              messages: [{ id: `wamid.${double.messages.length}` }],
            },
          }
        : next;
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    reply.writeHead(status, {
      'content-type': 'application/json',
      ...(next === 'half' ? { 'content-length': text.length } : {}),
      ...headers,
    });
    if (next !== 'half') {
      reply.end(text);
      return;
    }
    reply.write(text.slice(0, 5), () => request.socket.destroy());
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.unref();
  const double: WhatsappDouble = {
    baseUrl: `http://127.0.0.1:${port}/v23.0`,
    target: `127.0.0.1:${port}`,
    messages: [],
    answers: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

interface CloudApiMessage {
  readonly to: string;
  readonly template: {
    readonly components: readonly { readonly parameters: readonly { readonly text: string }[] }[];
  };
}

async function messageOf(request: IncomingMessage): Promise<SentMessage> {
  const chunks: Buffer[] = [];
  // Of a request without an encoding.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // Written by the service.
  const { to, template } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as CloudApiMessage;
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    to,
    parameters: template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text)),
  };
}
