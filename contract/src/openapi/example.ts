import type { JsonSchema } from './document.ts';

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-12-15',
  uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
  email: 'produtor@demo.lavra.example',
};

/**
 * Returns a complete value that the schema accepts: its own first example if it has one, otherwise
 * a value built from its parts.
 */
export function exampleOf(node: object): unknown {
  const schema = node as JsonSchema; // read keyword by keyword below
  const given = firstOf(schema['examples']) ?? firstOf(schema['enum']);
  if (given !== undefined) return given;
  if ('const' in schema) return schema['const'];
  const branch = firstOf(schema['anyOf']) ?? firstOf(schema['oneOf']);
  if (branch !== undefined) return exampleOf(branch as object);
  return exampleByType(schema);
}

function exampleByType(schema: JsonSchema): unknown {
  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (types.includes('object')) return exampleObject(schema);
  // every array schema here declares its items
  if (types.includes('array')) return [exampleOf(schema['items'] as object)];
  if (types.includes('null')) return null;
  switch (types[0]) {
    case 'string':
      return byFormat[String(schema['format'])] ?? 'texto';
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    default:
      throw new Error(`No example can be made for ${JSON.stringify(schema)}`);
  }
}

function exampleObject(schema: JsonSchema): Record<string, unknown> {
  // schemas by name, as the keyword is defined
  const properties = (schema['properties'] ?? {}) as Record<string, object>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]),
  );
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
