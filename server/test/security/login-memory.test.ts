import net, { type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recordPauses } from '../pauses.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

const service = await startService({ rateLimit: true, trustProxy: 'loopback' });
await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.http.server.address() as AddressInfo; // it listens on a port
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own
const MEGABYTE = 1_000_000;
const LOGINS = 8;

/** Sends a wrong login whose body has a megabyte of other fields; returns how to end it. */
function sendLarge(n: number): () => void {
  const login = { email: 'alvo@lavra.example', password: 'Errada2026', user_type: 'produtor' };
  const body = Buffer.from(JSON.stringify({ ...login, more: 'x'.repeat(MEGABYTE) }));
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 198.51.100.${n}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  return () => socket.destroy();
}

const delayed = async (): Promise<number> =>
  Number(
    /^lavra_request_delays_active (\d+)$/m.exec(
      (await service.call('GET', '/metrics')).raw.toString(),
    )?.[1],
  );
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

it('a login that is delayed holds no body meanwhile', async (t) => {
  const at = service.app.platform.clock.now();
  const failure = { at, account_key: 'alvo@lavra.example', outcome: 'refused' };
  await service.db.q
    .insertInto('login_attempts')
    .values(Array.from({ length: 60 }, (_, n) => ({ ...failure, ip: `203.0.113.${n}` })))
    .execute();
  await delayed(); // what its first call compiles is no part of the difference
  const before = heap();
  const { release } = recordPauses(service).hold();
  const sent = Array.from({ length: LOGINS }, (_, n) => sendLarge(n));
  t.after(() => {
    release();
    for (const end of sent) end();
  });
  // The bodies of those that are not delayed yet are held, so the first figures may be high.
  await until('delayed logins hold less than half of their bodies', async () => {
    const waiting = await delayed();
    return waiting >= LOGINS / 2 && heap() - before < (waiting * MEGABYTE) / 2;
  });
});
