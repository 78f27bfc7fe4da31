import { userTypeLabels } from '@lavra/domain/account/user-type';
import { isFileReply, statusesOf, type EndpointSpec } from '../kit/endpoint.ts';
import { ErrorReply } from '../kit/error-reply.ts';
import type { Content, Header, Operation, ResponseObject } from './document.ts';
import { errorExample, statusTexts } from './error-examples.ts';
import { exampleOf } from './example.ts';
import { parametersOf } from './parameters.ts';
import type { SchemaBook } from './schema-book.ts';

const etag: Header = { description: 'A versão do registro; devolva-a em `If-Match`', schema: { type: 'string', examples: ['"3"'] } };
const retryAfter: Header = { description: 'Segundos a esperar', schema: { type: 'integer', minimum: 1, examples: [12] } };
const disposition: Header = { description: 'O nome do arquivo', schema: { type: 'string', examples: ['attachment; filename="proposta.pdf"'] } };

/** An endpoint as one operation of the document. */
export function operationOf(spec: EndpointSpec, book: SchemaBook): Operation {
  const parameters = parametersOf(spec, book);
  return {
    operationId: spec.id,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, whoMayCall(spec)].filter((text) => text !== undefined).join('\n\n'),
    ...(spec.access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(spec.body === undefined ? {} : { requestBody: { required: !spec.bodyOptional, content: jsonContent(spec.body, book) } }),
    responses: Object.fromEntries(statusesOf(spec).map((status) =>
      [String(status), status === 200 ? successOf(spec, book) : refusalOf(spec, status, book)])),
  };
}

function whoMayCall({ access }: EndpointSpec): string {
  if (access === 'public') return '**Quem pode chamar:** qualquer pessoa, sem sessão.';
  const profiles = access.profiles === 'any' ? 'qualquer perfil' : access.profiles.map((profile) => userTypeLabels[profile]).join(' ou ');
  const permission = access.permission === undefined ? '' : `, com a permissão \`${access.permission}\``;
  return `**Quem pode chamar:** ${profiles}${permission}.`;
}

function successOf(spec: EndpointSpec, book: SchemaBook): ResponseObject {
  if (isFileReply(spec.reply)) {
    const content = { [spec.reply.file]: { schema: { type: 'string', format: 'binary' } } };
    return { description: spec.reply.description, headers: { 'Content-Disposition': disposition }, content };
  }
  return {
    description: statusTexts[200] ?? '',
    ...(spec.versioned ? { headers: { ETag: etag } } : {}),
    content: jsonContent(spec.reply, book),
  };
}

function refusalOf(spec: EndpointSpec, status: number, book: SchemaBook): ResponseObject {
  const example = errorExample(spec, status);
  return {
    description: statusTexts[status] ?? String(status),
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema: book.refer(ErrorReply), example } },
  };
}

const jsonContent = (schema: object, book: SchemaBook): Content =>
  ({ 'application/json': { schema: book.refer(schema), example: exampleOf(schema) } });
