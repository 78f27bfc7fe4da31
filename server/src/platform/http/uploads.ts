import { createHash } from 'node:crypto';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '@lavra/contract/kit/endpoint';
import { FieldErrors, RuleError } from '../errors.ts';

const FIELD = 'file';
const KIB = 1024;
/** Bytes allowed for boundaries, headers and text fields around the file. */
const ENVELOPE = 64 * KIB;

/**
 * Mounts a route that takes a form with a file and nothing else; on all other routes a form is a
 * 415.
 */
export function withUploads(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: {
        files: 1,
        fields: 10,
        fieldSize: 4 * KIB,
        fieldNameSize: 100,
        parts: 11,
        headerPairs: 20,
      },
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => {
      done(new RuleError('upload_expected'));
    });
    mountRoute(scope);
  });
}

export interface ReadUpload {
  readonly file: UploadedFile | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: FieldErrors;
}

/**
 * Reads the form, at most `maxBytes` of its file. Throws `body_too_large` (413) for more,
 * `malformed_upload` (400) when the form is malformed or its sender disconnected, and the signal's
 * reason when `displaced` aborts; nothing is kept in these cases.
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes }: Upload,
  displaced: AbortSignal,
): Promise<ReadUpload> {
  const problems = new FieldErrors();
  if (!request.isMultipart()) return missing(problems);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + ENVELOPE)
    throw new RuleError('body_too_large');
  // A client that disconnected while the request was being authorized emits no further event.
  if (request.raw.destroyed && !request.raw.readableEnded) throw new RuleError('malformed_upload');
  const parts = await Promise.race([
    gather(request, maxBytes, displaced),
    refusal(displaced),
  ]).catch((error: unknown) => {
    // Otherwise the parser, waiting between two parts, would hold up the rest.
    if (displaced.aborted) request.raw.unpipe();
    request.raw.resume(); // discards the rest of the form, if any still arrives
    throw refusalOf(error);
  });
  const fields: Record<string, string> = {};
  for (const { name, value } of parts.texts) {
    if (value === null || Object.hasOwn(fields, name)) problems.add(name, 'format');
    else fields[name] = value;
  }
  for (const name of parts.strays) problems.add(name, 'unknown');
  return parts.file === undefined
    ? { ...missing(problems), fields }
    : { file: parts.file, fields, problems };
}

function missing(problems: FieldErrors): ReadUpload {
  problems.add(FIELD, 'file_required');
  return { file: undefined, fields: {}, problems };
}

interface Parts {
  file: UploadedFile | undefined;
  readonly texts: { readonly name: string; readonly value: string | null }[];
  readonly strays: string[];
}

const refusal = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

async function gather(
  request: FastifyRequest,
  maxBytes: number,
  displaced: AbortSignal,
): Promise<Parts> {
  const parts: Parts = { file: undefined, texts: [], strays: [] };
  // Releases the content received, whatever happens with the rest.
  displaced.addEventListener(
    'abort',
    () => {
      parts.file = undefined;
    },
    { once: true },
  );
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'field') parts.texts.push({ name: part.fieldname, value: textOf(part) });
    else {
      const content = await contentOf(part, displaced);
      if (part.fieldname === FIELD)
        parts.file = {
          filename: part.filename,
          content,
          sha256: createHash('sha256').update(content).digest(),
        };
      else parts.strays.push(part.fieldname);
    }
  }
  return parts;
}

/** Reads the whole file; stops as soon as it passes the limit. */
async function contentOf({ file }: MultipartFile, displaced: AbortSignal): Promise<Buffer> {
  displaced.addEventListener(
    'abort',
    () => {
      file.destroy(displaced.reason as Error);
    },
    { once: true },
  ); // the concurrency limiter's error
  file.once('limit', () => {
    file.destroy(new RuleError('body_too_large'));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer); // a stream of bytes
  return Buffer.concat(chunks);
}

/** Returns a text field's value; null when it is too long or not text. */
const textOf = (part: Extract<Multipart, { type: 'field' }>): string | null =>
  part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string'
    ? null
    : part.value;

/**
 * Maps the parser's errors: they carry a status where a limit was passed, and none where the form
 * was malformed.
 */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof RuleError) return error;
  return new RuleError(
    'statusCode' in error && error.statusCode === 413 ? 'body_too_large' : 'malformed_upload',
  );
}
