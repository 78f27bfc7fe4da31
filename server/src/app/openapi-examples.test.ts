import { strict as assert } from 'node:assert';
import { describe, it } from 'node:test';
import { isEventsReply, isFileReply, type EndpointSpec } from '@lavra/contract/kit/endpoint';
import { ErrorReply } from '@lavra/contract/kit/error-reply';
import { endpoints } from '@lavra/contract/endpoints';
import { buildOpenApi } from '@lavra/contract/openapi/build-openapi';
import { responseOf, type Content, type Operation } from '@lavra/contract/openapi/document';
import { compileSchema } from '../platform/http/schema-compiler.ts';
import { errorTexts } from '../platform/texts/error-texts.ts';

const document = buildOpenApi(endpoints, { version: '1.0.0' });
const operations = new Map(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);
const operationOf = (spec: EndpointSpec): Operation =>
  operations.get(spec.id) ?? assert.fail(`${spec.id} is not documented`);
const contentOf = (operation: Operation, status: string): Content =>
  responseOf(document, operation.responses[status] ?? assert.fail(`${status} is not documented`))
    .content;
const exampleIn = (content: Content | undefined): unknown => content?.['application/json']?.example;

function assertAccepted(schema: object, example: unknown, about: string): void {
  const validate = compileSchema(schema, 'reply');
  assert.ok(validate(example), `${about}: ${JSON.stringify(validate.errors)}`);
}

/** Returns a pattern for the service's sentence; `{placeholders}` match any number. */
function sentencePattern(sentence: string): RegExp {
  const escaped = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, String.raw`\d+`)}$`);
}

describe('the examples in the OpenAPI document', () => {
  it('are request bodies that the service accepts', () => {
    for (const spec of endpoints) {
      // A form's fields carry their own examples, as its file has none.
      if (spec.body !== undefined && spec.upload === undefined)
        assertAccepted(
          spec.body,
          exampleIn(operationOf(spec).requestBody?.content),
          `body of ${spec.id}`,
        );
    }
  });

  it('are valid replies of the service', () => {
    for (const spec of endpoints) {
      if (!isFileReply(spec.reply) && !isEventsReply(spec.reply))
        assertAccepted(
          spec.reply,
          exampleIn(contentOf(operationOf(spec), '200')),
          `reply of ${spec.id}`,
        );
    }
  });

  it("are errors in the service's own words, under the right status", () => {
    const known: Readonly<Record<string, readonly [number, string]>> = errorTexts;
    for (const operation of operations.values()) {
      for (const status of Object.keys(operation.responses)) {
        if (status === '200') continue;
        const example = exampleIn(contentOf(operation, status)) as ErrorReply; // checked on the next line
        assertAccepted(ErrorReply, example, `${operation.operationId} ${status}`);
        const [statusOfCode, sentence] =
          known[example.code] ?? assert.fail(`${example.code} is no slug of the service`);
        assert.equal(String(statusOfCode), status, `${operation.operationId}: ${example.code}`);
        assert.match(example.error, sentencePattern(sentence));
      }
    }
  });
});
