import assert from 'node:assert/strict';
import { errorTexts } from '@lavra/server/platform/texts/error-texts';
import type { Answer } from '../service.ts';

const sentences: Readonly<Record<string, readonly [number, string]>> = errorTexts;
/** Words that would reveal the inside of the service. */
const leaks =
  /\b(SELECT|INSERT|UPDATE|DELETE|syntax error|violates|relation|postgres|kysely|ajv|fastify|node_modules|TypeError|RangeError)\b|\.ts:\d|\n\s+at /;

const patternOf = (sentence: string): RegExp =>
  new RegExp(
    `^${sentence.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+')}$`,
  );

/**
 * Asserts that a refusal is JSON with one of the service's own sentences under its code and status,
 * and reveals nothing of the inside.
 */
export function assertWellFormedError({ status, body, headers, raw }: Answer, what: string): void {
  assert.match(String(headers['content-type']), /^application\/json; charset=utf-8/, what);
  const [expected, sentence] =
    sentences[String(body['code'])] ?? assert.fail(`${what}: ${raw.toString().slice(0, 300)}`);
  assert.equal(status, expected, what);
  assert.match(String(body['error']), patternOf(sentence), what);
  assert.match(String(body['request_id']), /^[\w-]{8,64}$/, what);
  assert.equal(headers['x-request-id'], body['request_id'], what);
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  assert.doesNotMatch(raw.toString(), leaks, what);
  const errors = (body['errors'] ?? {}) as Record<string, string[]>; // a 422 names its fields
  for (const message of Object.values(errors).flat())
    assert.match(message, /^\p{Lu}[^]*\.$/u, what);
}

/**
 * Asserts that the status is never 5xx, except where acceptance is refused, for which the interface
 * specifies 500.
 */
export function assertNoServerError(answer: Answer, what: string): void {
  if (answer.status === 200) return;
  assertWellFormedError(answer, what);
  assert.ok(
    answer.status < 500 || String(answer.body['code']).startsWith('accept_'),
    `${what}: ${answer.raw.toString().slice(0, 300)}`,
  );
}
