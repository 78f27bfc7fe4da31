/** An object as a listing shows it. */
export interface ListedObject {
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * Objects outside the database. Each name is given once and never written again. Throws
 * `files_unavailable` where the store does not answer, or refuses.
 */
export interface ObjectStore {
  /** Which store it is, for operators; without its secret. */
  readonly location: string;
  put(name: string, content: Buffer): Promise<void>;
  /**
   * Returns undefined where no object has the name. Of an object with more than `size` bytes the rest is
   * not read: it is not what was stored.
   */
  read(name: string, size: number): Promise<Buffer | undefined>;
  /** Returns undefined where no object has the name. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Does nothing where no object has the name. */
  remove(name: string): Promise<void>;
  /** Lists the objects of this installation, some hundreds at a time. */
  list(): AsyncIterable<readonly ListedObject[]>;
  /**
   * Throws `ConfigError` where the store refuses this installation or has no such bucket, and
   * `files_unavailable` where it does not answer.
   */
  probe(): Promise<void>;
  /** Operations that failed since the start, by reason. */
  readonly failures: Readonly<Record<'unavailable' | 'refused', number>>;
  close(): void;
}
