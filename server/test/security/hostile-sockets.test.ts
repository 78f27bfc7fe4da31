import assert from 'node:assert/strict';
import net from 'node:net';
import { describe, it } from 'node:test';
import { startService, type Answer } from '../service.ts';
import { buildProducer } from '../people.ts';
import { assertWellFormedError } from './refusals.ts';

const service = await startService();
const producer = await buildProducer(service);
const port = Number(new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' })).port);

/** Sends bytes as they are and reads until the service closes the connection. */
function exchange(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(request, 'latin1');
    });
    socket.on('data', (data) => {
      received += data.toString('utf8');
    });
    socket.on('close', () => {
      resolve(received);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.setTimeout(120_000, () => {
      socket.destroy(new Error('no end within two minutes'));
    });
  });
}

function answerOf(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const raw = rest.join('\r\n\r\n');
  const isJson = String(headers['content-type']).startsWith('application/json');
  return {
    status: Number(line.split(' ')[1]),
    headers,
    raw: Buffer.from(raw),
    body: isJson && raw.startsWith('{') ? (JSON.parse(raw) as Record<string, unknown>) : {},
  };
}

const HOST = 'Host: lavra.example\r\nConnection: close\r\n';
const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;

async function assertAnswer(request: string, status: number): Promise<void> {
  const answer = answerOf(await exchange(request));
  assert.equal(answer.status, status, request.slice(0, 120));
  if (status !== 200) assertWellFormedError(answer, request.slice(0, 120));
}

describe('paths that try to escape', () => {
  const states = '/api/v1/geo/states';
  for (const target of [
    `/${states}`,
    '/api//v1/geo/states',
    '/api/v1/%2e%2e/v1/geo/states',
    '/api/v1/../v1/geo/states',
    '/API/V1/GEO/STATES',
    `${states}%00`,
    `${states}%20`,
    `${states};a=1`,
    `${states}.json`,
    '/api/v1/geo%2fstates%2f',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/.git/config',
    '*',
    '/api/v1/admin',
    '/metrics/..',
    '/api/docs/..%2f..%2fpackage.json',
  ]) {
    it(`${target} leads to a 404`, () => assertAnswer(get(target), 404));
  }

  it('an identifier of ten kilobytes is not found', async () => {
    const { status } = answerOf(await exchange(get(`/api/v1/products/${'9'.repeat(10_000)}`)));
    assert.ok(status === 404 || status === 414, String(status));
  });

  for (const [target, status] of [
    ['/api/v1/%zz', 400],
    ['/api/v1/products/%ff%fe', 400],
    ['/api/v1/products/%', 400],
    [`/api/v1/products/${'9'.repeat(10_000)}`, 404],
  ] as const) {
    it(`${target.slice(0, 40)} is refused in the service’s own words`, () =>
      assertAnswer(get(target), status));
  }
});

describe('HTTP methods', () => {
  for (const method of [
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PATCH',
    'DELETE',
    'PUT',
    'LINK',
    'SEARCH',
  ]) {
    it(`${method} is refused on a path that does not have it`, () =>
      assertAnswer(`${method} /api/v1/geo/states HTTP/1.1\r\n${HOST}\r\n`, 404));
  }

  it('HEAD returns the headers of GET without a body', async () => {
    const { status, raw } = answerOf(
      await exchange(`HEAD /api/v1/geo/states HTTP/1.1\r\n${HOST}\r\n`),
    );
    assert.deepEqual([status, raw.length], [200, 0]);
  });

  it('a method override by header is ignored', async () => {
    const { status } = answerOf(
      await exchange(
        get(
          '/api/v1/user/profile',
          `X-HTTP-Method-Override: PUT\r\nAuthorization: Bearer ${producer.token}\r\n`,
        ),
      ),
    );
    assert.equal(status, 200);
  });
});

describe('headers', () => {
  const echoed = 'X-Request-Id: abc\r\n';

  it('a foreign request id is not repeated', async () => {
    for (const value of [
      'a',
      'x'.repeat(65),
      '<script>alert(1)</script>',
      'ok-12345678 Set-Cookie: a=b',
      "' OR 1=1 --",
    ]) {
      const { status, headers } = answerOf(
        await exchange(get('/api/v1/geo/states', echoed.replace('abc', value))),
      );
      assert.equal(status, 200);
      assert.notEqual(headers['x-request-id'], value);
    }
  });

  it('a path is not repeated in the reply', async () => {
    assert.doesNotMatch(await exchange(get('/api/v1/<script>alert(1)</script>')), /script/);
    assert.doesNotMatch(await exchange(get('/api/v1/x%0d%0aSet-Cookie:%20a=b')), /set-cookie/i);
  });

  it('the first of two tokens counts, and unknown schemes are refused', async () => {
    const status = async (headers: string) =>
      answerOf(await exchange(get('/api/v1/user/profile', headers))).status;
    assert.equal(
      await status(
        `Authorization: Bearer ${producer.token}\r\nAuthorization: Bearer ${'x'.repeat(43)}\r\n`,
      ),
      200,
    );
    assert.equal(
      await status(
        `Authorization: Bearer ${'x'.repeat(43)}\r\nAuthorization: Bearer ${producer.token}\r\n`,
      ),
      401,
    );
    for (const value of [
      'Bearer',
      'Bearer ',
      `Bearer ${producer.token},x`,
      `Basic ${producer.token}`,
      producer.token,
      `Bearer "${producer.token}"`,
      `Bearer ${'x'.repeat(8_000)}`,
    ]) {
      assert.equal(await status(`Authorization: ${value}\r\n`), 401, value);
    }
    assert.equal(await status(`Cookie: token=${producer.token}\r\n`), 401);
  });

  it('an announced body that is too large is refused before it is sent', () =>
    assertAnswer(
      `POST /api/v1/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{}`,
      413,
    ));

  it('an unusual If-Match matches nothing and causes no error', async () => {
    const { body } = await service.call('POST', '/api/v1/producer/orders', {
      token: producer.token,
      body: { description: 'Insumos', deadline_date: '2036-12-15' },
    });
    for (const tag of ['"', '"x"', '"1", "2"', `"${'9'.repeat(400)}"`, '""', 'abc', '"2"']) {
      const { status } = await service.call(
        'PUT',
        `/api/v1/producer/orders/${String(body['uuid'])}`,
        { token: producer.token, body: { notes: 'x' }, headers: { 'if-match': tag } },
      );
      assert.equal(status, 409, tag);
    }
  });

  const broken: Readonly<Record<string, readonly [string, number]>> = {
    'headers of twenty kilobytes': [
      get('/api/v1/geo/states', `X-A: ${'a'.repeat(20_000)}\r\n`),
      431,
    ],
    'three thousand headers': [
      get('/api/v1/geo/states', Array.from({ length: 3_000 }, (_, i) => `a${i}: 1\r\n`).join('')),
      431,
    ],
    'a NUL in a header': [get('/api/v1/geo/states', 'X-A: a\0b\r\n'), 400],
    'an unknown method': [`COMPRAR /api/v1/geo/states HTTP/1.1\r\n${HOST}\r\n`, 400],
    'no HTTP at all': ['olá\r\n\r\n', 400],
    'two lengths': [
      `POST /api/v1/login HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    'a length that is no number': [
      `POST /api/v1/login HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n`,
      400,
    ],
  };
  for (const [what, [request, status]] of Object.entries(broken)) {
    it(`${what}: the connection is closed with ${status}`, async () => {
      assert.equal(answerOf(await exchange(request)).status, status);
    });
    it(`${what}: the error is in the service’s own words`, () => assertAnswer(request, status));
  }
});

describe('the service after all of these requests', () => {
  it('still replies', () => assertAnswer(get('/health/live'), 200));
});
