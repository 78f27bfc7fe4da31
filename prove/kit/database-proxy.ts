import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** A proxy between an application and its database that can simulate network failures. */
export interface DatabaseProxy {
  readonly url: string;
  /** Delays data from the database by so many milliseconds. */
  delay(milliseconds: number): void;
  /** Breaks connections off and refuses new ones. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Keeps connections open and drops all data in both directions. */
  swallow(): void;
  deliver(): void;
  dropAll(): void;
  stop(): Promise<void>;
}

/**
 * Listens on a port in front of a server that listens on a socket; see `connectionUrl` for the
 * format of the address.
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const folder = url.searchParams.get('host') ?? '';
  const socketPath = path.join(
    folder,
    `.s.PGSQL.${url.searchParams.get('port') ?? (url.port || '5432')}`,
  );
  if (!fs.existsSync(socketPath)) throw new Error(`no database listens on ${socketPath}`);
  const open = new Set<net.Socket>();
  let [held, swallowing] = [0, false];
  const server = net.createServer((client) => {
    const database = net.connect(socketPath);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.on('data', (chunk: Buffer) => {
        if (swallowing) return;
        if (one === client || held === 0) other.write(chunk);
        else
          setTimeout(() => {
            if (!other.destroyed) other.write(chunk);
          }, held);
      });
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as net.AddressInfo).port; // it listens on a port
  };
  const port = await listen(0);
  const dropAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    dropAll();
    await closed;
  };
  return {
    url: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    delay: (milliseconds) => {
      held = milliseconds;
    },
    refuse,
    dropAll,
    stop: refuse,
    accept: async () => {
      await listen(port);
    },
    swallow: () => {
      swallowing = true;
    },
    // Dropped data is lost: a connection that survives is out of step afterwards, as after a real
    // failure.
    deliver: () => {
      swallowing = false;
      dropAll();
    },
  };
}
