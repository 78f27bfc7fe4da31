import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { fetch as undiciFetch, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { configOf } from '../config/config.ts';
import { ConnectError } from './connect-error.ts';
import { parseHostPort } from './host-port.ts';
import { createOutboundGuard } from './outbound-guard.ts';

/** Paths that the local web server was asked for. */
const asked: string[] = [];
const listen = (server: Server, host: string): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  }); // it listens on TCP
const here = createServer((request, reply) => {
  asked.push(request.url ?? '');
  if (request.url === '/away')
    reply.writeHead(302, { location: `http://localhost:${forbiddenPort}/taken` }).end();
  else reply.end('here');
});
const forbidden = createServer((request, reply) => {
  asked.push(`forbidden ${request.url}`);
  reply.end('taken');
});
let accepted = 0;
for (const server of [here, forbidden])
  server.on('connection', () => {
    accepted += 1;
  });
const [port, forbiddenPort] = [await listen(here, '0.0.0.0'), await listen(forbidden, '0.0.0.0')];

/** Counts every attempt to open a socket, before it leaves. */
const attempts = mock.method(net.Socket.prototype, 'connect');
after(() => {
  attempts.mock.restore();
  here.close();
  forbidden.close();
});

const allow = (...targets: string[]) =>
  new Set(targets.map((target) => parseHostPort(target) ?? assert.fail(target)));
const guardOf = (names: Readonly<Record<string, readonly string[]>> = {}, ...allowed: string[]) =>
  createOutboundGuard({
    allow: allow(...allowed),
    lookup: async (name) => names[name] ?? assert.fail(`unknown name ${name}`),
  });
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    const cause = error instanceof ConnectError ? error : (error as Error).cause;
    return cause instanceof ConnectError ? cause.problem : String(error);
  }
  return 'connected';
};

/**
 * Addresses that are not on the public internet, as a resolver may return them and as users may
 * write them.
 */
const closed = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '0:0:0:0:0:ffff:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
] as const;
const spellings = [
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '2852039166',
  '0xa9fea9fe',
  '169.254.43518',
  'localhost',
  'LOCALHOST.',
] as const;
const open = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.0.1.1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
];

describe('an outgoing connection', () => {
  before(() => attempts.mock.resetCalls());

  it('reaches no address outside the internet: by name, as a literal, or over HTTP', async () => {
    const before = accepted;
    for (const address of closed) {
      const guard = guardOf({ 'api.example': [address] });
      const literal = net.isIPv6(address) ? `[${address}]` : address;
      assert.equal(
        await problemOf(guard.connectSocket({ host: 'api.example', port, timeoutMs: 120_000 })),
        'forbidden',
        `a name that is ${address}`,
      );
      assert.equal(
        await problemOf(guard.connectSocket({ host: address, port, timeoutMs: 120_000 })),
        'forbidden',
        address,
      );
      for (const host of ['api.example', literal]) {
        assert.equal(
          await problemOf(undiciFetch(`http://${host}:${port}/`, { dispatcher: guard.dispatcher })),
          'forbidden',
          `http://${host}`,
        );
      }
    }
    assert.ok(closed.length >= 40);
    assert.deepEqual([attempts.mock.callCount(), accepted], [0, before]);
  });

  it('is refused however a forbidden address is written, with the machine’s own resolver', async () => {
    const guard = createOutboundGuard({ allow: new Set() });
    for (const host of spellings) {
      assert.equal(
        await problemOf(guard.connectSocket({ host, port, timeoutMs: 120_000 })),
        'forbidden',
        host,
      );
      assert.equal(
        await problemOf(undiciFetch(`http://${host}:${port}/`, { dispatcher: guard.dispatcher })),
        'forbidden',
        `http://${host}`,
      );
    }
    assert.equal(attempts.mock.callCount(), 0);
  });

  it('is refused when one address of the name is forbidden', async () => {
    const guard = guardOf({ 'mixed.example': ['8.8.8.8', '10.0.0.1'] });
    assert.equal(
      await problemOf(guard.connectSocket({ host: 'mixed.example', port, timeoutMs: 120_000 })),
      'forbidden',
    );
    assert.equal(attempts.mock.callCount(), 0);
  });

  it('may reach the internet itself', async () => {
    // Stopped before connecting: tests send nothing out.
    attempts.mock.mockImplementation(function stop(this: net.Socket) {
      return this.destroy(new Error('stopped'));
    });
    for (const address of open) {
      const before = attempts.mock.callCount();
      assert.equal(
        await problemOf(
          guardOf({ 'api.example': [address] }).connectSocket({
            host: 'api.example',
            port,
            timeoutMs: 120_000,
          }),
        ),
        'unreachable',
        address,
      );
      assert.equal(attempts.mock.callCount(), before + 1, address);
    }
    attempts.mock.restore();
  });
});

describe('a name whose address changes', () => {
  it('is connected to at the checked address, and checked again at the next call', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const lookups: string[] = [];
    const guard = createOutboundGuard({
      allow: allow(`127.0.0.1:${port}`),
      lookup: async (name) => {
        lookups.push(name);
        return answers.shift() ?? [];
      },
    });
    const get = () =>
      undiciFetch(`http://rebind.example:${port}/${lookups.length}`, {
        dispatcher: guard.dispatcher,
        headers: { connection: 'close' },
      });
    assert.equal(await (await get()).text(), 'here');
    assert.deepEqual(lookups, ['rebind.example'], 'one connection, one lookup');
    assert.equal(await problemOf(get()), 'forbidden');
    assert.deepEqual(
      asked.filter((url) => url === '/1'),
      [],
    );
    await guard.close();
  });
});

describe('a redirect', () => {
  it('from an allowed host to a forbidden one is refused, also where a library follows it', async () => {
    const guard = createOutboundGuard({ allow: allow(`localhost:${port}`) });
    const before = asked.length;
    assert.equal(
      await problemOf(
        undiciFetch(`http://localhost:${port}/away`, { dispatcher: guard.dispatcher }),
      ),
      'forbidden',
    );
    assert.deepEqual(asked.slice(before), ['/away']);
    await guard.close();
  });
});

describe('the list of allowed destinations', () => {
  it('opens one port of one host, by name or by address, in any spelling', async () => {
    const reach = (guard: ReturnType<typeof guardOf>, host: string, to = port) =>
      problemOf(
        guard
          .connectSocket({ host, port: to, timeoutMs: 120_000 })
          .then((socket) => socket.destroy()),
      );
    const byName = guardOf(
      { 'smtp.intern': ['127.0.0.1'], 'other.intern': ['127.0.0.1'] },
      `SMTP.intern:${port}`,
    );
    assert.deepEqual(
      [
        await reach(byName, 'smtp.intern.'),
        await reach(byName, 'smtp.intern', forbiddenPort),
        await reach(byName, 'other.intern'),
      ],
      ['connected', 'forbidden', 'forbidden'],
    );
    const byAddress = guardOf({ '127.1': ['127.0.0.1'] }, `127.0.0.1:${port}`);
    assert.deepEqual(
      [
        await reach(byAddress, '127.0.0.1'),
        await reach(byAddress, '::ffff:7f00:1'),
        await reach(byAddress, '127.1'),
        await reach(byAddress, '127.0.0.2'),
      ],
      ['connected', 'connected', 'connected', 'forbidden'],
    );
  });

  it('consists of host and port, and nothing else', () => {
    for (const text of ['smtp.intern:25', '10.0.0.5:587', '[::1]:8080', 'a_b-c:1'])
      assert.notEqual(parseHostPort(text), undefined, text);
    for (const text of [
      '',
      'smtp.intern',
      ':25',
      'a:0',
      'a:65536',
      'http://a:25',
      'a:25/x',
      '::1:25',
      '[x]:25',
      '[:]:1',
      'a b:25',
      '*:25',
      'a@b:25',
    ])
      assert.equal(parseHostPort(text), undefined, text);
    assert.equal(parseHostPort('[0:0:0:0:0:0:0:1]:25'), parseHostPort('[::1]:25'));
  });

  it('is read from OUTBOUND_ALLOW, empty by default, and refused as a whole when one entry is invalid', () => {
    assert.deepEqual([...configOf({}).outboundAllow], []);
    assert.deepEqual(
      [...configOf({ OUTBOUND_ALLOW: 'smtp.interno:25, [::1]:8080' }).outboundAllow],
      [parseHostPort('smtp.interno:25'), parseHostPort('[::1]:8080')],
    );
    assert.throws(
      () => configOf({ OUTBOUND_ALLOW: 'smtp.interno:25,10.0.0.5' }),
      /OUTBOUND_ALLOW deve ser uma lista de servidor:porta/,
    );
  });
});

describe('an unreachable server', () => {
  it('is reported as an unknown name, a closed port, or a resolver without a reply', async () => {
    const silent = createOutboundGuard({ allow: new Set(), lookup: () => new Promise(() => {}) });
    const unknown = createOutboundGuard({
      allow: new Set(),
      lookup: () => Promise.reject(new Error('ENOTFOUND')),
    });
    const closedServer = net.createServer();
    const free = await new Promise<number>((resolve) => {
      closedServer.listen(0, '127.0.0.1', () =>
        resolve((closedServer.address() as AddressInfo).port),
      );
    }); // it listens on TCP
    await new Promise((resolve) => {
      closedServer.close(resolve);
    });
    assert.equal(
      await problemOf(silent.connectSocket({ host: 'api.example', port, timeoutMs: 30 })),
      'timeout',
    );
    assert.equal(
      await problemOf(unknown.connectSocket({ host: 'api.example', port, timeoutMs: 120_000 })),
      'unresolved',
    );
    assert.equal(
      await problemOf(
        guardOf({}, `127.0.0.1:${free}`).connectSocket({
          host: '127.0.0.1',
          port: free,
          timeoutMs: 120_000,
        }),
      ),
      'unreachable',
    );
  });
});

describe('Node’s own fetch', () => {
  it('uses the guard once it is installed, redirects included', async () => {
    const usual = getGlobalDispatcher();
    const guard = createOutboundGuard({ allow: allow(`localhost:${port}`) });
    assert.equal(
      await (await fetch(`http://127.0.0.1:${forbiddenPort}/`)).text(),
      'taken',
      'nothing else stands in the way',
    );
    guard.installGlobally();
    try {
      assert.equal(await problemOf(fetch(`http://127.0.0.1:${forbiddenPort}/`)), 'forbidden');
      assert.equal(await problemOf(fetch(`http://localhost:${port}/away`)), 'forbidden');
      assert.equal(await (await fetch(`http://localhost:${port}/`)).text(), 'here');
    } finally {
      setGlobalDispatcher(usual);
      await guard.close();
    }
  });
});
