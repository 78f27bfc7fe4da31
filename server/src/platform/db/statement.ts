/**
 * The declared type of a registered statement's column: PostgreSQL's type, and the TypeScript type
 * it arrives as.
 */
export interface Column<T> {
  readonly type: ColumnType;
  /** Exists only at type level. */
  readonly as?: T;
}
export type ColumnType =
  | 'int'
  | 'text'
  | 'boolean'
  | 'numeric'
  | 'date'
  | 'timestamp'
  | 'json'
  | 'uuid'
  | 'float'
  | 'int[]'
  | 'text[]'
  | 'bytea';

const column = <T>(type: ColumnType): Column<T> => ({ type });

/**
 * Columns by kind. `numeric` is exact decimal text, `timestamp` the text of a timestamptz in the
 * platform's zone.
 */
export const col = {
  int: column<number>('int'),
  float: column<number>('float'),
  text: column<string>('text'),
  uuid: column<string>('uuid'),
  boolean: column<boolean>('boolean'),
  numeric: column<string>('numeric'),
  date: column<string>('date'),
  timestamp: column<string>('timestamp'),
  bytea: column<Buffer>('bytea'),
  ints: column<number[]>('int[]'),
  texts: column<string[]>('text[]'),
  json: <T>() => column<T>('json'),
  oneOf: <const V extends readonly string[]>(_values: V) => column<V[number]>('text'),
} as const;

/** Returns the same column for rows that may hold NULL. */
export const orNull = <T>({ type }: Column<T>): Column<T | null> => ({ type });

type Columns = Readonly<Record<string, Column<unknown>>>;
/** The row of these columns. */
export type RowOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never;
};

/**
 * A hand-written, prepared statement. Registered once; a test prepares each on the migrated schema.
 */
export interface Statement<P, R> {
  readonly name: string;
  readonly text: string;
  readonly columns: Columns;
  readonly parameters: readonly string[];
  /** Exists only at type level. */
  readonly takes?: (params: P) => void;
  readonly gives?: R | undefined;
}

/** Declares the parameters' types: `params: params<{ order_id: number }>()`. */
export const params = <P>(): { readonly type?: P } => ({});

type AnyStatement = Pick<Statement<never, unknown>, 'name' | 'text' | 'columns' | 'parameters'>;
const registry = new Map<string, AnyStatement>();

/** Returns every statement registered so far. */
export const registeredStatements = (): readonly AnyStatement[] => [...registry.values()];

/**
 * Registers SQL under a unique name. Parameters are written `:name`; the text is constant, with
 * status literals inlined, so that plans can use partial indexes. Throws when the name is taken.
 */
export function statement<P extends object, C extends Columns>(spec: {
  name: string;
  params: { readonly type?: P };
  columns: C;
  text: string;
}): Statement<P, RowOf<C>> {
  if (registry.has(spec.name)) throw new Error(`statement ${spec.name} is registered twice`);
  const parameters: string[] = [];
  const text = spec.text.replaceAll(/(?<![:\w]):([a-z_]+)\b/g, (_match, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  const registered: Statement<P, RowOf<C>> = {
    name: spec.name,
    text,
    columns: spec.columns,
    parameters,
  };
  registry.set(spec.name, registered);
  return registered;
}
