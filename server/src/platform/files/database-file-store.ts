import { col, params, statement } from '../db/statement.ts';
import type { FileStore } from './file-store.ts';

const insert = statement({
  name: 'stored-file-keep',
  params: params<{ hash: Buffer; media_type: string; size: number; content: Buffer; now: Date }>(),
  columns: { size: col.int },
  // The update changes nothing: it waits for a transaction that is dropping this content, and locks
  // it until the reference is stored.
  text: `
    INSERT INTO stored_files AS f (sha256, media_type, size, content, created_at)
    VALUES (:hash, :media_type, :size, :content, :now)
    ON CONFLICT (sha256) DO UPDATE SET size = f.size
    RETURNING f.size`,
});

/** Stores contents in PostgreSQL, in one transaction with what refers to them. */
export const databaseFileStore: FileStore = {
  keep: async (db, { sha256, mediaType, content }, now) => {
    await db.rows(insert, {
      hash: sha256,
      media_type: mediaType,
      size: content.length,
      content,
      now,
    });
  },
  read: async (db, sha256) => {
    const file = await db.q
      .selectFrom('stored_files')
      .select('content')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    return file?.content;
  },
};
