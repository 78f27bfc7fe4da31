import type { JsonSchema } from './document.ts';

/** Collects titled schemas under `components/schemas` while the document is built. */
export interface SchemaBook {
  /**
   * Returns the schema as plain JSON; a titled one, at any depth, becomes a `$ref`. Throws when two
   * schemas share a title.
   */
  refer(schema: object): JsonSchema;
  /** Returns every titled schema collected so far, by title. */
  components(): Record<string, JsonSchema>;
}

const holdsMap: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const holdsList: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const holdsOne: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

export function createSchemaBook(): SchemaBook {
  const known = new Map<string, JsonSchema>();

  function refer(schema: object): JsonSchema {
    const whole = plain(schema);
    if (typeof whole['title'] !== 'string') return whole;
    const { nullable, schema: titled } = withoutNull(whole);
    keep(whole['title'], titled);
    const reference = { $ref: `#/components/schemas/${whole['title']}` };
    return nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  function keep(title: string, schema: JsonSchema): void {
    const earlier = known.get(title);
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are titled ${title}`);
    known.set(title, schema);
  }

  // The schema library marks its objects with keys that begin with a tilde; they are not JSON
  // Schema keywords.
  function plain(schema: object): JsonSchema {
    const entries = Object.entries(schema).filter(
      ([keyword, value]) => !keyword.startsWith('~') && value !== undefined,
    );
    return Object.fromEntries(
      entries
        .map(([keyword, value]) => [keyword, plainValue(keyword, value)] as const)
        .toSorted(byName),
    );
  }

  function plainValue(keyword: string, value: unknown): unknown {
    if (holdsList.has(keyword) && Array.isArray(value))
      return value.map((item: object) => refer(item));
    if (!isObject(value)) return value;
    if (holdsOne.has(keyword)) return refer(value);
    if (holdsMap.has(keyword))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, refer(item as object)]),
      ); // schemas by name
    return value;
  }

  return { refer, components: () => Object.fromEntries([...known].toSorted(byName)) };
}

/**
 * Treats the type `["object", "null"]` as the titled object or null, so that the component is the
 * object alone.
 */
function withoutNull(schema: JsonSchema): { nullable: boolean; schema: JsonSchema } {
  const types = schema['type'];
  if (!Array.isArray(types) || !types.includes('null')) return { nullable: false, schema };
  const others: unknown[] = types.filter((type) => type !== 'null');
  const values = schema['enum'];
  return {
    nullable: true,
    schema: {
      ...schema,
      type: others.length === 1 ? others[0] : others,
      ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    },
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : Number(a > b);
