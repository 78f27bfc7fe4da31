import type { Db } from '../db/database.ts';

/** A file's bytes under their SHA-256: the same content is stored once. */
export interface StoredContent {
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly content: Buffer;
}

/**
 * Where contents are stored. The references to them are in the database; `db` is the transaction
 * that creates or drops such a reference. A store outside the database must store the content
 * before that transaction commits, and drop it afterwards.
 */
export interface FileStore {
  /**
   * Stores the content and protects it until the transaction's reference does; content that is
   * already stored stays as it is.
   */
  keep(db: Db, file: StoredContent, now: Date): Promise<void>;
  /** Returns undefined when nothing is stored under the hash. */
  read(db: Db, sha256: Buffer): Promise<Buffer | undefined>;
}
