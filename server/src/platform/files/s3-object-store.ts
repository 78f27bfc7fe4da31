import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectsConfig } from '../config/config.ts';
import { ConfigError } from '../config/env-reader.ts';
import { RuleError } from '../errors.ts';
import type { Logger } from '../log/logger.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';

/** How long one operation may take with its repetitions, in ms. */
const LONGEST_MS = 20_000;
const RETRY_AFTER_S = 5;

/** Creates the client of an S3 store; it connects with its first request. */
export function createS3ObjectStore(config: ObjectsConfig, logger: Logger): ObjectStore {
  const client = connect(config);
  const { bucket: Bucket, prefix } = config;
  const location = `${Bucket}/${prefix} (${config.endpoint})`;
  const of = (name: string) => ({ Bucket, Key: prefix + name });
  const { attempt, failures } = createAttempts(location, logger);
  return {
    location,
    failures,
    put: (name, content) =>
      attempt('put', async (limit) => {
        await client.send(new PutObjectCommand({ ...of(name), Body: content }), limit);
      }),
    read: (name, size) =>
      attempt('read', async (limit) => {
        const found = await unlessMissing(client.send(new GetObjectCommand(of(name)), limit));
        return found && readAll(found.Body as Readable, size); // Node's own stream, on Node
      }),
    sizeOf: (name) =>
      attempt('head', async (limit) => {
        const found = await unlessMissing(client.send(new HeadObjectCommand(of(name)), limit));
        return found && (found.ContentLength ?? 0);
      }),
    remove: (name) =>
      attempt('remove', async (limit) => {
        await unlessMissing(client.send(new DeleteObjectCommand(of(name)), limit));
      }),
    list: () => pagesOf(client, config, attempt),
    probe: () => probe(client, config, { attempt, location }),
    close: () => client.destroy(),
  };
}

/** Runs an operation; what fails is counted, logged, and thrown as `files_unavailable`. */
type Attempt = <T>(operation: string, work: (limit: Limit) => Promise<T>) => Promise<T>;
interface Limit {
  readonly abortSignal: AbortSignal;
}

function createAttempts(location: string, logger: Logger) {
  const failures = { unavailable: 0, refused: 0 };
  const attempt: Attempt = async (operation, work) => {
    try {
      return await work({ abortSignal: AbortSignal.timeout(LONGEST_MS) });
    } catch (error) {
      const { name, status } = refusalOf(error);
      const refused = isRefused(error);
      failures[refused ? 'refused' : 'unavailable'] += 1;
      logger[refused ? 'error' : 'warn'](
        { operation, location, reason: name, status },
        'object store failed',
      );
      const cause = new StoreFailure(name, status);
      throw new RuleError('files_unavailable', { retry_after: RETRY_AFTER_S }, { cause });
    }
  };
  return { attempt, failures };
}

/**
 * What is known of a failure outside this file. The store's own error repeats the request that it
 * refused, with the key's id and the signature, and causes are logged.
 */
class StoreFailure extends Error {
  override readonly name: string;
  readonly $metadata: { readonly httpStatusCode: number | undefined };

  constructor(name: string, status: number | undefined) {
    super(`the object store failed: ${name}`);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
  }
}

async function probe(
  client: S3Client,
  { bucket, prefix }: ObjectsConfig,
  { attempt, location }: { attempt: Attempt; location: string },
): Promise<void> {
  try {
    await attempt('probe', (limit) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), limit),
    );
  } catch (error) {
    const problem = problemOf((error as Error).cause, location); // thrown by `attempt`
    throw problem === undefined ? error : new ConfigError(problem);
  }
}

function connect({ endpoint, region, accessKeyId, secretAccessKey }: ObjectsConfig): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every store understands these; some neither names as hosts nor checksums as trailers.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      socketTimeout: 10_000,
    },
  });
}

async function* pagesOf(
  client: S3Client,
  { bucket, prefix }: ObjectsConfig,
  attempt: Attempt,
): AsyncGenerator<readonly ListedObject[]> {
  let next: string | undefined;
  do {
    const after = next === undefined ? {} : { ContinuationToken: next };
    const page = await attempt('list', (limit) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...after }), limit),
    );
    next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
      Key === undefined || LastModified === undefined
        ? []
        : [{ name: Key.slice(prefix.length), modifiedAt: LastModified }],
    );
  } while (next !== undefined);
}

/** Reads a body to its end; of one that is longer than what was stored, little more than that. */
async function readAll(body: Readable, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > size) break;
  }
  return Buffer.concat(chunks, length);
}

/** The name and status of a store's refusal, or the code of a connection that failed. */
function refusalOf(error: unknown): { readonly name: string; readonly status: number | undefined } {
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  }; // whatever was thrown: every field is optional
  return { name: code ?? name ?? 'unknown', status: $metadata?.httpStatusCode };
}

/** The requests are not accepted, and will not be until someone changes something. */
const isRefused = (error: unknown): boolean =>
  [401, 403].includes(refusalOf(error).status ?? 0) || refusalOf(error).name === 'NoSuchBucket';

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['NoSuchKey', 'NotFound'].includes(refusalOf(error).name)) return undefined;
    throw error;
  }
}

/** What an operator has to mend; undefined where the store may answer a moment later. */
function problemOf(error: unknown, location: string): string | undefined {
  const { name, status } = refusalOf(error);
  if (name === 'NoSuchBucket' || status === 404)
    return `O depósito de arquivos ${location} não existe: confira FILES_BUCKET e FILES_ENDPOINT.`;
  return isRefused(error)
    ? `O depósito de arquivos ${location} recusa o acesso (${name}): confira ` +
        'FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY e FILES_REGION.'
    : undefined;
}
