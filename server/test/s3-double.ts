import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ObjectsConfig } from '@lavra/server/platform/config/config';

/** An object of the double, under its name without the prefix. */
interface HeldObject {
  content: Buffer;
  modifiedAt: Date;
}

export interface S3Double {
  readonly config: ObjectsConfig;
  readonly objects: Map<string, HeldObject>;
  /** Every request as its method and name. */
  readonly requests: string[];
  /** How the double behaves: replies, hangs up on everyone, or refuses the secret. */
  state: 'up' | 'down' | 'refusing';
  /** Names that the store keeps from being removed. */
  readonly locked: Set<string>;
  /** Methods that get no answer until `release`. */
  readonly silent: Set<string>;
  /** Answers every method again, and hangs up on those who wait. */
  release(): void;
  /** The instant at which what is stored now was stored. */
  now: Date;
  close(): Promise<void>;
}

const PREFIX = 'lavra/';
/** So small that listings have several pages. */
const PAGE = 2;

/** Starts a double of an S3 store with one bucket, in memory; signatures are not checked. */
export async function startS3Double(now = new Date()): Promise<S3Double> {
  const server = createServer((request, reply) => {
    void answer(double, request, reply);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '::1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.unref();
  const double: S3Double = {
    config: {
      endpoint: `http://[::1]:${port}`,
      region: 'us-east-1',
      bucket: 'anexos',
      prefix: PREFIX,
      accessKeyId: 'lavra',
      secretAccessKey: 'segredo do teste',
    },
    objects: new Map(),
    requests: [],
    state: 'up',
    locked: new Set(),
    silent: new Set(),
    release: () => {
      double.silent.clear();
      for (const socket of waiting.get(double) ?? []) socket.destroy();
    },
    now,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

const waiting = new WeakMap<S3Double, Socket[]>();

async function answer(
  double: S3Double,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://s3');
  const content = Buffer.concat((await request.toArray()) as Buffer[]); // without an encoding
  const [, bucket, name] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const method = request.method ?? '';
  double.requests.push(`${method} ${name ?? ''}`);
  if (double.silent.has(method))
    return void waiting.set(double, [...(waiting.get(double) ?? []), request.socket]);
  if (double.state === 'down') return void request.socket.destroy();
  if (double.state === 'refusing') return refuse(reply, 403, 'SignatureDoesNotMatch');
  if (bucket !== double.config.bucket) return refuse(reply, 404, 'NoSuchBucket');
  if (name === '' || name === undefined) return void reply.end(listing(double, url.searchParams));
  const key = name.slice(PREFIX.length);
  if (method === 'PUT') {
    double.objects.set(key, { content, modifiedAt: double.now });
    return void reply.writeHead(200, { etag: '"etag"' }).end();
  }
  if (method === 'DELETE' && double.locked.has(key)) return refuse(reply, 403, 'AccessDenied');
  if (method === 'DELETE') {
    double.objects.delete(key);
    return void reply.writeHead(204).end();
  }
  const held = double.objects.get(key);
  if (held === undefined) return refuse(reply, 404, 'NoSuchKey');
  reply.writeHead(200, { 'content-length': held.content.length });
  return void reply.end(method === 'HEAD' ? undefined : held.content);
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' });
  const repeated = '<AWSAccessKeyId>lavra</AWSAccessKeyId><StringToSign>GET</StringToSign>';
  reply.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message>${repeated}</Error>`,
  );
}

function listing({ objects }: S3Double, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name > after).toSorted();
  const page = names.slice(0, PAGE);
  const contents = page.map((name) => {
    const modified = objects.get(name)?.modifiedAt.toISOString() ?? '';
    return `<Contents><Key>${PREFIX}${name}</Key><LastModified>${modified}</LastModified></Contents>`;
  });
  const more = names.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  const parts = [`<IsTruncated>${String(more)}</IsTruncated>`, next, ...contents];
  return `<?xml version="1.0"?><ListBucketResult>${parts.join('')}</ListBucketResult>`;
}
