import { createContactFinder } from '@lavra/domain/text/contacts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement, type Statement } from '../../platform/db/statement.ts';
import { yieldAfter } from '../../platform/text/yielding.ts';
import type { PersonMarks } from './person.ts';

const PAGE = 500;

type Texts = Record<string, string | null>;
interface ReadParams extends Readonly<Record<string, unknown>> {
  readonly roots: readonly number[];
  readonly profile_id: number;
  readonly after: number;
  readonly size: number;
}

/** The person's own texts of one table that are kept, to be masked. */
export interface TextSource {
  readonly read: Statement<ReadParams, { id: number; texts: Texts }>;
  readonly write: Statement<{ rows: string }, object>;
}

interface SourceSpec {
  readonly name: string;
  readonly table: string;
  /** The columns that only the person writes. */
  readonly columns: readonly string[];
  /** Restricts rows of `t` by `:roots` (ids) and, where needed, `:profile_id`. */
  readonly where: string;
  /** Set when the table has a version, which is raised so that readers notice the change. */
  readonly versioned?: true;
}

/** Declares a source, with the statements that read and write it. */
export function textSource({ name, table, columns, where, versioned }: SourceSpec): TextSource {
  const set = [
    ...columns.map((column) => `${column} = x.${column}`),
    ...(versioned ? ['version = t.version + 1'] : []),
  ];
  return {
    read: statement({
      name: `erasure-read-${name}`,
      params: params<ReadParams>(),
      columns: { id: col.int, texts: col.json<Texts>() },
      text: `
        SELECT t.id, json_build_object(${columns.map((column) => `'${column}', t.${column}`).join(', ')}) AS texts
        FROM ${table} t
        WHERE ${where} AND t.id > :after::bigint
          AND num_nonnulls(${columns.map((column) => `t.${column}`).join(', ')}) > 0
        ORDER BY t.id LIMIT :size::int`,
    }),
    write: statement({
      name: `erasure-write-${name}`,
      params: params<{ rows: string }>(),
      columns: {},
      text: `
        UPDATE ${table} AS t SET ${set.join(', ')}
        FROM jsonb_to_recordset(:rows::jsonb) AS x(id bigint, ${columns.map((column) => `${column} text`).join(', ')})
        WHERE t.id = x.id`,
    }),
  };
}

export interface PersonMask {
  /**
   * Masks a text of the person's own: contacts of any kind, and everything that identifies them.
   */
  readonly hide: (text: string) => string;
  /** Scans texts beforehand, in turns with requests, so that `hide` then returns at once. */
  readonly prepare: (texts: Iterable<string>) => Promise<void>;
}

/** Creates a person's mask; a sentence that is repeated, often in every item, is scanned once. */
export function createMask({ ownNames }: PersonMarks): PersonMask {
  const { mask } = createContactFinder(ownNames);
  const known = new Map<string, string>();
  const hide = (text: string): string => {
    const result = known.get(text) ?? mask(text);
    if (known.size < REMEMBERED) known.set(text, result);
    return result;
  };
  const prepare = async (texts: Iterable<string>): Promise<void> => {
    for (const text of texts) {
      await yieldAfter(text.length);
      hide(text);
    }
  };
  return { hide, prepare };
}

const REMEMBERED = 20_000;

/** Masks the source's rows under these roots, page by page, and writes the changed ones. */
export async function maskSource(
  db: Db,
  { read, write }: TextSource,
  {
    roots,
    profileId,
    mask: { hide, prepare },
  }: { roots: readonly number[]; profileId: number; mask: PersonMask },
): Promise<void> {
  for (let after = 0; ;) {
    const page = await db.rows(read, { roots, profile_id: profileId, after, size: PAGE });
    await prepare(
      page.flatMap(({ texts }) => Object.values(texts).filter((text) => text !== null)),
    );
    const changed = page.flatMap(({ id, texts }) => {
      const masked = Object.fromEntries(
        Object.entries(texts).map(([column, text]) => [column, text === null ? null : hide(text)]),
      );
      return Object.keys(texts).some((column) => texts[column] !== masked[column])
        ? [{ id, ...masked }]
        : [];
    });
    if (changed.length > 0) await db.rows(write, { rows: JSON.stringify(changed) });
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}
