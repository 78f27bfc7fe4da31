import { connect as openSocket, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import {
  Agent,
  buildConnector,
  getGlobalDispatcher,
  setGlobalDispatcher,
  type Dispatcher,
} from 'undici';
import { ConnectError } from './connect-error.ts';
import { checkedAddresses, lookupAll, type Lookup } from './checked-addresses.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
  /** Time limit in ms from the name's lookup to the connection. */
  readonly timeoutMs: number;
}

/** The only component that opens connections to other machines. */
export interface OutboundGuard {
  /** For HTTP clients. */
  readonly dispatcher: Dispatcher;
  /** Returns a connected socket. Throws `ConnectError`. */
  connectSocket(target: Target): Promise<Socket>;
  /** Routes Node's own `fetch` through the guard until it is closed, for libraries that call it. */
  installGlobally(): void;
  close(): Promise<void>;
}

const HTTP_CONNECT_MS = 5_000;

/**
 * Connects only to the public internet, and to what `allow` (see `parseHostPort`) lists. The
 * address is checked after the name's lookup, and that same address is connected to: a name that
 * resolves differently a moment later has no effect.
 */
export function createOutboundGuard({
  allow,
  lookup = lookupAll,
}: {
  allow: ReadonlySet<string>;
  lookup?: Lookup;
}): OutboundGuard {
  const connectSocket = async ({ host, port, timeoutMs }: Target): Promise<Socket> => {
    const started = Date.now();
    const addresses = await within(checkedAddresses(host, port, { allow, lookup }), timeoutMs);
    return connectTo(addresses, port, Math.max(1, timeoutMs - (Date.now() - started)));
  };
  const dispatcher = new Agent({
    connect: httpConnector(connectSocket),
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    maxResponseSize: 10_485_760,
  });
  let before: Dispatcher | undefined;
  return {
    dispatcher,
    connectSocket,
    installGlobally: () => {
      before = getGlobalDispatcher();
      setGlobalDispatcher(dispatcher);
    },
    close: () => {
      if (before !== undefined && getGlobalDispatcher() === dispatcher) setGlobalDispatcher(before);
      return dispatcher.close();
    },
  };
}

/** Returns how undici opens a connection: the guard's socket, with TLS over it for https URLs. */
function httpConnector(connectSocket: OutboundGuard['connectSocket']): buildConnector.connector {
  const secure = buildConnector({ timeout: HTTP_CONNECT_MS });
  const overTls = (options: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      secure(options, (error, socket) =>
        socket === null ? reject(ConnectError.of(error, 'tls')) : resolve(socket),
      );
    });
  const open = async (options: buildConnector.Options): Promise<Socket> => {
    const isSecure = options.protocol === 'https:';
    const port = options.port === '' ? (isSecure ? 443 : 80) : Number(options.port);
    const httpSocket = await connectSocket({
      host: options.hostname,
      port,
      timeoutMs: HTTP_CONNECT_MS,
    });
    return isSecure ? overTls({ ...options, httpSocket }) : httpSocket;
  };
  const withCallback = callbackify(open);
  return (options, callback) =>
    withCallback(options, (error: Error | null, socket) =>
      error === null ? callback(null, socket) : callback(error, null),
    );
}

/** Connects to the first of these addresses that accepts. */
function connectTo(addresses: readonly string[], port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    // The name stands for the checked addresses; there is no second lookup.
    const lookup: LookupFunction = (_name, _options, done) => done(null, found);
    const socket = openSocket({
      host: 'checked',
      port,
      lookup,
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
    });
    const timer = setTimeout(() => socket.destroy(new ConnectError('timeout')), timeoutMs);
    // The listener stays: an error between this and the user's own listener would end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(ConnectError.of(error, 'unreachable'));
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Rejects after so many ms; a lookup cannot be cancelled. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConnectError('timeout')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
