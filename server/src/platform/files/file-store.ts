import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { RuleError } from '../errors.ts';
import type { Logger } from '../log/logger.ts';
import { objectNameOf } from './object-name.ts';
import type { ObjectStore } from './object-store.ts';
import {
  findContent,
  findObject,
  insertContent,
  replaceObject,
  type ContentLocation,
} from './stored-files.ts';

/** A file's bytes under their SHA-256: the same content is stored once. */
export interface StoredContent {
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A content that is where it will stay; the row that says so follows with its reference. */
export interface StagedContent {
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly size: number;
  readonly location: ContentLocation;
}

/** Runs work that waits for another service, without what a request holds meanwhile. */
export type RunsOutside = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Where contents are stored: in the database, or as objects outside it. The references to them, and
 * the location of each, are in the database.
 */
export interface FileStore {
  /** Whether a new content is sent to another service before the command that keeps it. */
  readonly isOutside: boolean;
  /**
   * Brings a content to where it will stay, and runs the command that keeps it. What the command did
   * not keep is removed afterwards, and the reply does not wait for it; where the end of the command is
   * unknown it may have been kept, and is left to those that look for what nothing refers to. A content
   * that was stored earlier and is gone from the store gets this copy. Throws `files_unavailable`.
   */
  staging<R>(
    db: Db,
    file: StoredContent,
    command: (staged: StagedContent) => Promise<R>,
  ): Promise<R>;
  /**
   * Stores the content's row in a transaction and protects it until the transaction's reference
   * does; content that is already stored stays as it is.
   */
  keep(db: Db, staged: StagedContent, now: Date): Promise<void>;
  /** Returns false for a content whose object is gone from its store, as far as that answers. */
  isWhole(db: Db, sha256: Buffer): Promise<boolean>;
  /**
   * Returns undefined when nothing is stored under the hash. What is outside the database is read as
   * `outside` runs it. Throws `files_unavailable`.
   */
  read(db: Db, sha256: Buffer, outside?: RunsOutside): Promise<Buffer | undefined>;
}

/**
 * Creates the store. New contents become objects where `storesObjects` says so; each is read from
 * where it is.
 */
export function createFileStore({
  objects,
  storesObjects,
  logger,
}: {
  objects: ObjectStore | undefined;
  storesObjects: boolean;
  logger: Logger;
}): FileStore {
  const isOutside = objects !== undefined && storesObjects;
  const stage = async ({ sha256, mediaType, content }: StoredContent): Promise<StagedContent> => {
    const file = { sha256, mediaType, size: content.length };
    if (!isOutside) return { ...file, location: { content } };
    const object = objectNameOf(sha256);
    await objects.put(object, content);
    return { ...file, location: { object } };
  };
  const settle = (db: Db, staged: StagedContent): void => {
    if (objects !== undefined) void settleStaged({ db, objects, logger }, staged);
  };
  return {
    isOutside,
    staging: async (db, file, command) => {
      const staged = await stage(file);
      try {
        const reply = await command(staged);
        settle(db, staged);
        return reply;
      } catch (error) {
        if (error instanceof RuleError) settle(db, staged); // thrown before the COMMIT
        throw error;
      }
    },
    keep: insertContent,
    isWhole: async (db, sha256) => {
      const kept = await findObject(db, sha256);
      if (objects === undefined || kept === undefined) return true;
      const size = await objects.sizeOf(kept.object).catch(() => kept.size);
      return size === kept.size;
    },
    read: async (db, sha256, outside = (work) => work()) => {
      const found = await findContent(db, sha256);
      if (found === undefined) return undefined;
      const { size, location } = found;
      if ('content' in location) return location.content;
      return outside(() => readObject(objects, logger, { sha256, size, object: location.object }));
    },
  };
}

interface Settling {
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly logger: Logger;
}

/**
 * Removes the object of a command that did not keep it; or makes it the content's, where the one that
 * the row names is gone. A failure leaves it to the sweeper.
 */
async function settleStaged(
  { db, objects, logger }: Settling,
  { sha256, location }: StagedContent,
): Promise<void> {
  const own = 'object' in location ? location.object : undefined;
  try {
    const kept = await findObject(db, sha256);
    if (kept !== undefined && kept.object === own) return;
    if (kept !== undefined && (await objects.sizeOf(kept.object)) !== kept.size) {
      logger.error({ object: kept.object, location: objects.location }, 'lost object sent again');
      if (await replaceObject(db, { sha256, gone: kept.object, location })) return;
    }
    if (own !== undefined) await objects.remove(own);
  } catch (error) {
    logger.warn({ err: error, object: own }, 'object left to the sweeper');
  }
}

interface FoundObject {
  readonly object: string;
  readonly sha256: Buffer;
  readonly size: number;
}

async function readObject(
  objects: ObjectStore | undefined,
  logger: Logger,
  { object, sha256, size }: FoundObject,
): Promise<Buffer | undefined> {
  if (objects === undefined) {
    logger.error({ object }, 'a file is an object, and FILES_BUCKET names no store');
    throw new RuleError('files_unavailable');
  }
  const content = await objects.read(object, size);
  if (content === undefined) logger.error({ object, location: objects.location }, 'object missing');
  else if (!createHash('sha256').update(content).digest().equals(sha256))
    throw new Error(`the object ${object} is not what was stored`);
  return content;
}
