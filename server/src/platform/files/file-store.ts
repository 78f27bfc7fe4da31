import type { Db } from '../db/database.ts';

/** A file's bytes under their SHA-256: the same content is kept once. */
export interface StoredContent {
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly content: Buffer;
}

/**
 * Where contents are kept. What refers to them lives in the database; `db` is the transaction that makes or drops such
 * a reference. A store outside the database keeps the content before that and drops it afterwards.
 */
export interface FileStore {
  /** Keeps the content until the transaction's reference holds it; one already kept stays as it is. */
  keep(db: Db, file: StoredContent, now: Date): Promise<void>;
  /** Undefined when nothing is kept under it. */
  read(db: Db, sha256: Buffer): Promise<Buffer | undefined>;
  /** Drops those of the contents that nothing refers to any more, as this transaction sees it. */
  dropUnreferenced(db: Db, hashes: readonly Buffer[]): Promise<void>;
}
