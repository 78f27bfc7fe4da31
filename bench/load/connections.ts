import { connect, type Answer } from './http-connection.ts';

/** A connection that is opened again where the server has closed it. */
export interface LastingConnection {
  send(request: Buffer): Promise<Answer>;
}

/**
 * Connections that stay open from plan to plan, like those of real clients. `next` returns the next
 * unused connection to a port of this machine, opening one where all are used; `reset` makes all of
 * them unused.
 */
export function createConnections(): {
  next(port: number): Promise<LastingConnection>;
  reset(): void;
} {
  const opened = new Map<number, LastingConnection[]>();
  const used = new Map<number, number>();
  return {
    next: async (port) => {
      const connections = opened.get(port) ?? [];
      opened.set(port, connections);
      const index = used.get(port) ?? 0;
      used.set(port, index + 1);
      return (connections[index] ??= await openConnection(port));
    },
    reset: () => used.clear(),
  };
}

/** The status that a server sends on a connection that was idle for too long. */
const REQUEST_TIMEOUT = 408;

async function openConnection(port: number): Promise<LastingConnection> {
  let connection = await connect(port);
  return {
    send: async (bytes) => {
      if (!connection.closed) {
        try {
          const answer = await connection.send(bytes);
          if (answer.status !== REQUEST_TIMEOUT) return answer;
        } catch {
          // The connection broke: handled like a closed one, below.
        }
        // The server closed the idle connection just as it was used, with or without a 408:
        // browsers resend such a request once, too.
      }
      connection = await connect(port);
      return connection.send(bytes);
    },
  };
}
