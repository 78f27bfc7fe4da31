import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, reply: ServerResponse) => void;

/** Has `meet` see each request first, before whoever listens now; `pass` hands it on to them. */
export function meetRequests(server: Server, meet: (request: IncomingMessage, reply: ServerResponse, pass: () => void) => void): void {
  const handlers = server.listeners('request') as Handler[]; // what a request listener is
  server.removeAllListeners('request');
  server.on('request', (request, reply) => meet(request, reply, () => { for (const handle of handlers) handle.call(server, request, reply); }));
}
