import type { ImportData, ImportTypeName } from '@lavra/contract/admin/import';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SheetColumns, SheetRow } from '../../platform/csv/sheet.ts';

/** The result of validating a row. Only `create` changes anything. */
export interface JudgedRow {
  readonly row: number;
  readonly status: 'success' | 'error';
  readonly action: 'create' | 'skip';
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly data: ImportData;
}

/** A record that would be created, and the rows it comes from. */
export interface Thing {
  readonly rows: readonly number[];
}

export interface Judgement<T extends Thing> {
  readonly rows: readonly JudgedRow[];
  readonly things: readonly T[];
}

/** The time and zone in which rows are validated: "today" is the platform's day. */
export interface JudgeContext {
  readonly db: Db;
  readonly now: Date;
  readonly zone: string;
}

/** Further input for storing a batch. */
export interface StoreContext {
  readonly zone: string;
  /** By the first row of a record; rows without a password are absent. */
  readonly passwordHashes: ReadonlyMap<number, string>;
}

/** One type of import: its columns, its rules, and how its records are stored. */
export interface ImportType<T extends Thing = Thing> {
  readonly name: ImportTypeName;
  readonly columns: SheetColumns;
  /**
   * Validates all rows against each other and the database, in a fixed number of statements.
   * Changes nothing.
   */
  judge(context: JudgeContext, rows: readonly SheetRow[]): Promise<Judgement<T>>;
  /** Runs before the transaction, for what must be taken outside of it, such as numbers. */
  prepare?(db: Db, rows: readonly SheetRow[]): Promise<void>;
  /** Stores a batch. Returns the rows whose identity was taken since they were validated. */
  store(uow: UnitOfWork, things: readonly T[], context: StoreContext): Promise<readonly number[]>;
}

/** Records stored by one statement. */
export const BATCH = 500;
