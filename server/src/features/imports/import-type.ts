import type { ImportData, ImportTypeName } from '@lavra/contract/admin/import';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CsvColumns, CsvRow } from '../../platform/csv/csv-file.ts';

/** The result of validating a row. Only `create` changes anything. */
export interface ValidatedRow {
  readonly row: number;
  readonly status: 'success' | 'error';
  readonly action: 'create' | 'skip';
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly data: ImportData;
}

/** A record that would be created, and the rows it comes from. */
export interface ImportEntity {
  readonly rows: readonly number[];
}

export interface ValidationResult<T extends ImportEntity> {
  readonly rows: readonly ValidatedRow[];
  readonly entities: readonly T[];
}

/** The time and zone in which rows are validated: "today" is the platform's day. */
export interface ValidationContext {
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
export interface ImportType<T extends ImportEntity = ImportEntity> {
  readonly name: ImportTypeName;
  readonly columns: CsvColumns;
  /**
   * Validates all rows against each other and the database, in a fixed number of statements.
   * Changes nothing.
   */
  validate(context: ValidationContext, rows: readonly CsvRow[]): Promise<ValidationResult<T>>;
  /** Runs before the transaction, for what must be taken outside of it, such as numbers. */
  prepare?(db: Db, rows: readonly CsvRow[]): Promise<void>;
  /** Locks, within the transaction of a run, what `validate` then judges. */
  hold?(db: Db, rows: readonly CsvRow[]): Promise<void>;
  /** Stores a batch. Returns the rows whose identity was taken since they were validated. */
  store(uow: UnitOfWork, entities: readonly T[], context: StoreContext): Promise<readonly number[]>;
}

/** Records stored by one statement. */
export const BATCH = 500;
