import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleError } from '../errors.ts';
import { createBodyMemory } from './admission/body-memory.ts';
import { rememberInexactNumbers } from './exact-numbers.ts';
import { readBody } from './read-body.ts';

const MAX_DEPTH = 32;

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Accepts JSON bodies only, of at most `maxBytes`. An empty body counts as absent; the parser
 * rejects `__proto__` and similar keys.
 */
export function acceptJsonBodies(app: FastifyInstance, { maxBytes }: { maxBytes: number }): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  const memory = createBodyMemory();
  const read = (request: FastifyRequest, body: Buffer, done: Done): void => {
    if (body.length === 0) return done(null, undefined);
    const text = textOf(body);
    if (text === undefined) return done(new RuleError('malformed_json'));
    if (depthExceeds(text, MAX_DEPTH)) return done(new RuleError('too_deep'));
    void parse(request, text, (error, parsed) => {
      if (error === null) rememberInexactNumbers(request, text);
      done(error, parsed);
    });
  };
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload, { maxBytes, memory }, (refusal, body) => {
      if (refusal === null) read(request, body, done);
      else done(refusal);
    });
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the body as text; undefined when it is not UTF-8, since another encoding must not be
 * guessed.
 */
function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/**
 * Counts brackets outside strings: cheap, and done before anything recursive processes the text.
 */
function depthExceeds(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > max) return true;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return false;
}
