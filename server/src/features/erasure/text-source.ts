import { createContactFinder } from '@lavra/domain/text/contacts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement, type Statement } from '../../platform/db/statement.ts';
import { lookAt } from '../../platform/text/in-turns.ts';
import { textKey, type PersonMarks } from './person.ts';

const PAGE = 500;

type Texts = Record<string, string | null>;
interface ReadParams extends Readonly<Record<string, unknown>> { readonly roots: readonly number[]; readonly profile_id: number; readonly keys: readonly string[]; readonly after: number; readonly size: number }

/** Texts of one table that stay, less what tells who the person is. */
export interface TextSource {
  /** Written by the person, or about them: contacts of any kind are hidden. The others lose the person's names alone. */
  readonly own: ReadonlySet<string>;
  readonly read: Statement<ReadParams, { id: number; texts: Texts }>;
  readonly write: Statement<{ rows: string }, object>;
}

interface SourceSpec {
  readonly name: string;
  readonly table: string;
  readonly own?: readonly string[];
  readonly others?: readonly string[];
  /** Rows of `t`, narrowed by `:roots` (ids) and, where it is needed, `:profile_id`. */
  readonly where: string;
  /** The table has a version, which tells readers of the change. */
  readonly versioned?: true;
}

/** Declares a source, with the statements that read and write it. */
export function textSource({ name, table, own = [], others = [], where, versioned }: SourceSpec): TextSource {
  const columns = [...own, ...others];
  const candidates = [
    ...(own.length === 0 ? [] : [`num_nonnulls(${own.map((column) => `t.${column}`).join(', ')}) > 0`]),
    ...(others.length === 0 ? [] : [`${textKey(`concat_ws(' ', ${others.map((column) => `t.${column}`).join(', ')})`)} LIKE ANY (:keys::text[])`]),
  ];
  const set = [...columns.map((column) => `${column} = x.${column}`), ...(versioned ? ['version = t.version + 1'] : [])];
  return {
    own: new Set(own),
    read: statement({
      name: `erasure-read-${name}`, params: params<ReadParams>(), columns: { id: col.int, texts: col.json<Texts>() },
      // First the rows, by their indexes, then the costly look at their texts.
      text: `
        WITH kept AS MATERIALIZED (
          SELECT t.id, ${columns.map((column) => `t.${column}`).join(', ')} FROM ${table} t WHERE ${where} AND t.id > :after::bigint AND num_nonnulls(${columns.map((column) => `t.${column}`).join(', ')}) > 0
        )
        SELECT t.id, json_build_object(${columns.map((column) => `'${column}', t.${column}`).join(', ')}) AS texts
        FROM kept t
        WHERE ${candidates.join(' OR ')}
        ORDER BY t.id LIMIT :size::int`,
    }),
    write: statement({
      name: `erasure-write-${name}`, params: params<{ rows: string }>(), columns: {},
      text: `
        UPDATE ${table} AS t SET ${set.join(', ')}
        FROM jsonb_to_recordset(:rows::jsonb) AS x(id bigint, ${columns.map((column) => `${column} text`).join(', ')})
        WHERE t.id = x.id`,
    }),
  };
}

export interface Masks {
  /** A text of the person's own. */
  readonly own: (text: string) => string;
  /** A text of somebody else. */
  readonly others: (text: string) => string;
  /** Looks at texts beforehand, in turns with requests, so that the masks then answer at once. */
  readonly prepare: (texts: Iterable<string>) => Promise<void>;
}

/** Both ways to hide a person; the same sentence, which often stands in every item, is looked at once. */
export function createMasks({ names, ownNames }: PersonMarks): Masks {
  const remembering = (mask: (text: string) => string) => {
    const known = new Map<string, string>();
    return (text: string): string => {
      const result = known.get(text) ?? mask(text);
      if (known.size < REMEMBERED) known.set(text, result);
      return result;
    };
  };
  const own = remembering(createContactFinder(ownNames).mask);
  const others = remembering(createContactFinder(names).maskNames);
  const prepare = async (texts: Iterable<string>): Promise<void> => {
    for (const text of texts) {
      await lookAt(2 * text.length);
      own(text);
      others(text);
    }
  };
  return { own, others, prepare };
}

const REMEMBERED = 20_000;

/** Masks the source's rows under these roots, page by page, and writes what has changed. */
export async function maskSource(db: Db, { own, read, write }: TextSource, { roots, profileId, marks, masks }: { roots: readonly number[]; profileId: number; marks: PersonMarks; masks: Masks }): Promise<void> {
  for (let after = 0; ;) {
    const page = await db.rows(read, { roots, profile_id: profileId, keys: marks.keyPatterns, after, size: PAGE });
    await masks.prepare(page.flatMap(({ texts }) => Object.values(texts).filter((text) => text !== null)));
    const changed = page.flatMap(({ id, texts }) => {
      const masked = Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, text === null ? null : masks[own.has(column) ? 'own' : 'others'](text)]));
      return Object.keys(texts).some((column) => texts[column] !== masked[column]) ? [{ id, ...masked }] : [];
    });
    if (changed.length > 0) await db.rows(write, { rows: JSON.stringify(changed) });
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}
