import http from 'node:http';

type Answer = (url: string, body: string) => Promise<string>;

/**
 * Starts a bare HTTP server: 200 with the text that `answer` returns, 500 with the error it throws;
 * `/health` for the start.
 */
export function serve(port: number, answer: Answer): void {
  const server = http.createServer((request, response) => {
    const respond = (status: number, text: string): void => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    const reply = (body: string): void => {
      if (request.url === '/health') respond(200, '{}');
      else
        answer(request.url ?? '', body).then(
          (text) => respond(200, text),
          (error: unknown) => respond(500, String(error)),
        );
    };
    if (request.method === 'GET') {
      reply('');
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => reply(Buffer.concat(chunks).toString('utf8')));
  });
  server.listen(port, '127.0.0.1');
  process.on('disconnect', () => process.exit(0));
}
