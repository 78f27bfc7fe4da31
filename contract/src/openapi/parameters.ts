import type { TObject } from 'typebox';
import type { EndpointSpec } from '../kit/endpoint.ts';
import type { Parameter } from './document.ts';
import type { SchemaBook } from './schema-book.ts';

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repita a mesma chave ao tentar de novo: por 24 horas, a mesma requisição devolve a ' +
    'resposta guardada em vez de executar outra vez.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\x21-\\x7e]+$',
    examples: ['5c1d7a52-0c0e-4a53-a7b4-0b8d0f1b8f10'],
  },
};
const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'O `ETag` da versão que você viu: se o registro mudou desde então, a resposta é 409 e nada muda.',
  schema: { type: 'string', examples: ['"3"'] },
};

/** Returns path, query and header parameters of an endpoint, in this order. */
export function parametersOf(spec: EndpointSpec, book: SchemaBook): Parameter[] {
  const writes = spec.method !== 'GET';
  return [
    ...fieldsOf(spec.params, 'path', book),
    ...fieldsOf(spec.query, 'query', book),
    ...(spec.method === 'POST' && spec.access !== 'public' ? [idempotencyKey] : []),
    ...(writes && spec.versioned ? [ifMatch] : []),
  ];
}

function fieldsOf(
  schema: TObject | undefined,
  place: 'path' | 'query',
  book: SchemaBook,
): Parameter[] {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: book.refer(field),
  }));
}
