import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileForm } from '../../server/test/files.ts';
import { until } from '../../server/test/until.ts';
import { processEnvironment } from '../environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'server/src/entry/lavra.mjs');

export type Environment = Readonly<Record<string, string>>;

/** A process of the service, and what it said. */
export interface LavraProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a command of the command line. */
export function startCommand(args: readonly string[], env: Environment): LavraProcess {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnvironment(), ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, output: () => said, ended };
}

/** Starts an API, and waits until it listens. */
export async function startApi(env: Environment): Promise<LavraProcess & { address: string }> {
  const api = startCommand(['serve'], { ...env, LOG_LEVEL: 'info' });
  const address = await until(
    'the API listens',
    () => {
      if (api.child.exitCode !== null) throw new Error(api.output());
      return /"address":"([^"]+)"/.exec(api.output())?.[1];
    },
    api.output,
  );
  return { ...api, address };
}

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

/** Sends a request, with a file where there is one. */
export async function send(
  url: string,
  { method, token, content }: { method: string; token: string; content?: Buffer },
): Promise<Reply> {
  const form = content === undefined ? undefined : fileForm({ content });
  const sent = request(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...form?.headers },
  });
  sent.end(form?.payload);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: reply.statusCode ?? 0,
    body: Buffer.concat((await reply.toArray()) as Buffer[]), // without an encoding
  };
}
