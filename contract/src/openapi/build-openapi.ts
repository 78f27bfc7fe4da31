import type { EndpointSpec } from '../kit/endpoint.ts';
import { otherPathsOf } from '../other-paths.ts';
import { aboutTheApi } from './about.ts';
import type { OpenApiDocument, Operation } from './document.ts';
import { operationOf } from './operation.ts';
import { createResponseBook } from './response-book.ts';
import { createSchemaBook } from './schema-book.ts';

/**
 * Builds the OpenAPI 3.1.0 document of some endpoints: plain JSON, byte-identical for the same
 * contract. Throws when a path or title is used twice.
 */
export function buildOpenApi(
  endpoints: readonly EndpointSpec[],
  { version }: { version: string },
): OpenApiDocument {
  const books = { schemas: createSchemaBook(), errors: createResponseBook() };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const spec of endpoints) {
    for (const [path, operation] of operationsOf(spec, operationOf(spec, books))) {
      const item = (paths[path] ??= {});
      const method = spec.method.toLowerCase();
      if (item[method] !== undefined) throw new Error(`${spec.method} ${path} is declared twice`);
      item[method] = operation;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lavra – API',
      version,
      description: aboutTheApi,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'Este servidor' }],
    tags: [...new Set(endpoints.map((spec) => spec.tag))].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'O `token` que `POST /api/v1/login` devolve.',
        },
      },
      schemas: books.schemas.components(),
      responses: books.errors.components(),
    },
  };
}

/**
 * Returns the endpoint's own path, then its alias paths: the same operation with an operation id of
 * its own.
 */
function operationsOf(spec: EndpointSpec, operation: Operation): [path: string, Operation][] {
  const others = otherPathsOf(spec.id).map((path, index): [string, Operation] => [
    documentPath(path),
    elsewhere(operation, spec, path, index),
  ]);
  return [[documentPath(spec.path), operation], ...others];
}

function elsewhere(
  operation: Operation,
  spec: EndpointSpec,
  path: string,
  index: number,
): Operation {
  const legacy = path.includes('/fornecedor/');
  const { operationId, tags, summary, description, ...rest } = operation;
  return {
    operationId: `${operationId}${legacy ? 'Legacy' : 'Alias'}${index === 0 ? '' : index + 1}`,
    tags,
    summary,
    description:
      `${description}\n\n${legacy ? 'Caminho antigo, mantido por compatibilidade' : 'Outro caminho'} ` +
      `de \`${documentPath(spec.path)}\`.`,
    ...(legacy ? { deprecated: true } : {}),
    ...rest,
  };
}

/** Converts `/orders/:order` to `/orders/{order}`. */
export const documentPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
