import type { TSchema } from 'typebox';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import {
  fileTypes,
  isEventsReply,
  isFileReply,
  statusesOf,
  type EndpointSpec,
  type Upload,
} from '../kit/endpoint.ts';
import { ErrorReply } from '../kit/error-reply.ts';
import type { Content, Header, Operation, Reference, ResponseObject } from './document.ts';
import { errorExample, statusTexts } from './error-examples.ts';
import { exampleOf } from './example.ts';
import { parametersOf } from './parameters.ts';
import type { ResponseBook } from './response-book.ts';
import type { SchemaBook } from './schema-book.ts';

const etag: Header = {
  description: 'A versão do registro; devolva-a em `If-Match`',
  schema: { type: 'string', examples: ['"3"'] },
};
const retryAfter: Header = {
  description: 'Segundos a esperar',
  schema: { type: 'integer', minimum: 1, examples: [12] },
};
const disposition: Header = {
  description: 'O nome do arquivo',
  schema: {
    type: 'string',
    examples: [`attachment; filename="proposta.pdf"; filename*=UTF-8''proposta.pdf`],
  },
};

/** Where the parts that operations share are collected. */
interface Books {
  readonly schemas: SchemaBook;
  readonly errors: ResponseBook;
}

/** Returns an endpoint as one operation of the document. */
export function operationOf(spec: EndpointSpec, books: Books): Operation {
  const book = books.schemas;
  const parameters = parametersOf(spec, book);
  return {
    operationId: spec.id,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, whoMayCall(spec)]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    ...(spec.access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(spec, book),
    responses: Object.fromEntries(
      statusesOf(spec).map((status) => [
        String(status),
        status === 200 ? successOf(spec, book) : refusalOf(spec, status, books),
      ]),
    ),
  };
}

function whoMayCall({ access }: EndpointSpec): string {
  if (access === 'public') return '**Quem pode chamar:** qualquer pessoa, sem sessão.';
  const profiles =
    access.profiles === 'any'
      ? 'qualquer perfil'
      : access.profiles.map((profile) => userTypeLabels[profile]).join(' ou ');
  const permission =
    access.permission === undefined ? '' : `, com a permissão \`${access.permission}\``;
  return `**Quem pode chamar:** ${profiles}${permission}.`;
}

function requestBodyOf(spec: EndpointSpec, book: SchemaBook): Pick<Operation, 'requestBody'> {
  if (spec.upload !== undefined)
    return {
      requestBody: { required: true, content: uploadContent(spec.upload, spec.body, book) },
    };
  return spec.body === undefined
    ? {}
    : { requestBody: { required: !spec.bodyOptional, content: jsonContent(spec.body, book) } };
}

/** Describes one file and the text fields beside it. A file has no example that could be shown. */
function uploadContent(
  { maxBytes, mediaTypes }: Upload,
  fields: TSchema | undefined,
  book: SchemaBook,
): Content {
  const file = {
    type: 'string',
    format: 'binary',
    description: `${mediaTypes.join(', ')}; no máximo ${maxBytes / 1024 / 1024} MiB`,
  };
  const { properties = {}, required = [] } = (
    fields === undefined ? {} : book.refer({ ...fields, title: undefined })
  ) as { properties?: object; required?: readonly string[] }; // of an object schema
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file, ...properties },
        required: ['file', ...required],
      },
    },
  };
}

function successOf(spec: EndpointSpec, book: SchemaBook): ResponseObject {
  if (isFileReply(spec.reply)) {
    const content = Object.fromEntries(
      fileTypes(spec.reply).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    );
    return {
      description: spec.reply.description,
      headers: { 'Content-Disposition': disposition },
      content,
    };
  }
  if (isEventsReply(spec.reply))
    return {
      description: spec.reply.description,
      content: { [spec.reply.events]: { schema: { type: 'string' } } },
    };
  return {
    description: statusTexts[200] ?? '',
    ...(spec.versioned ? { headers: { ETag: etag } } : {}),
    content: jsonContent(spec.reply, book),
  };
}

/** Returns a reference to an error reply, which operations with the same error share. */
function refusalOf(spec: EndpointSpec, status: number, { schemas, errors }: Books): Reference {
  const { name, example } = errorExample(spec, status);
  return errors.refer(name, {
    description: statusTexts[status] ?? String(status),
    ...([424, 429, 503].includes(status) ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema: schemas.refer(ErrorReply), example } },
  });
}

const jsonContent = (schema: object, book: SchemaBook): Content => ({
  'application/json': { schema: book.refer(schema), example: exampleOf(schema) },
});
