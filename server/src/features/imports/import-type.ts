import type { ImportData, ImportTypeName } from '@lavra/contract/admin/import';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SheetColumns, SheetRow } from '../../platform/csv/sheet.ts';

/** What a row came to. Nothing but `create` changes anything. */
export interface JudgedRow {
  readonly row: number;
  readonly status: 'success' | 'error';
  readonly action: 'create' | 'skip';
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly data: ImportData;
}

/** Something that would be created, and the rows it stands in. */
export interface Thing {
  readonly rows: readonly number[];
}

export interface Judgement<T extends Thing> {
  readonly rows: readonly JudgedRow[];
  readonly things: readonly T[];
}

/** When and where rows are judged: "today" is the platform's day. */
export interface JudgeContext {
  readonly db: Db;
  readonly now: Date;
  readonly zone: string;
}

/** What the things of one batch need besides. */
export interface StoreContext {
  readonly zone: string;
  /** By the first row of a thing; rows without a password are not in it. */
  readonly passwordHashes: ReadonlyMap<number, string>;
}

/** One kind of sheet: its columns, its rules, and how what it holds is stored. */
export interface ImportType<T extends Thing = Thing> {
  readonly name: ImportTypeName;
  readonly columns: SheetColumns;
  /** Judges all rows against each other and the database, a few statements however many rows. Changes nothing. */
  judge(context: JudgeContext, rows: readonly SheetRow[]): Promise<Judgement<T>>;
  /** Before the transaction: what must be taken outside of it, such as numbers. */
  prepare?(db: Db, rows: readonly SheetRow[]): Promise<void>;
  /** Stores a batch. Answers the rows whose place somebody took since they were judged. */
  store(uow: UnitOfWork, things: readonly T[], context: StoreContext): Promise<readonly number[]>;
}

/** How many things one statement stores. */
export const BATCH = 500;
