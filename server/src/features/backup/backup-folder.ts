import fs from 'node:fs/promises';
import path from 'node:path';
import { checkBackup } from './check-backup.ts';
import { takeBackup, type BackupSource } from './take-backup.ts';
import type { Manifest } from './backup-manifest.ts';

const named = /^lavra-\d{8}T\d{6}Z$/;
const nameOf = (now: Date): string => `lavra-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/**
 * Writes a backup into a folder of its own below `into`, under a temporary name until it was read
 * back whole; then removes all but the newest `keep`. A failure leaves the older backups untouched
 * and nothing partial behind.
 */
export async function backUpInto(
  into: string,
  source: BackupSource,
  { keep }: { keep: number | undefined },
): Promise<{ folder: string; manifest: Manifest; removed: string[] }> {
  await fs.mkdir(into, { recursive: true, mode: 0o700 });
  const folder = path.join(into, nameOf(source.now));
  const partial = path.join(into, `.${nameOf(source.now)}.partial`);
  await fs.mkdir(partial, { mode: 0o700 });
  try {
    await takeBackup(source, partial);
    const manifest = await checkBackup(partial);
    await fs.rename(partial, folder);
    return { folder, manifest, removed: keep === undefined ? [] : await removeOld(into, keep) };
  } catch (error) {
    await fs.rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function removeOld(into: string, keep: number): Promise<string[]> {
  const backups = (await fs.readdir(into))
    .filter((name) => named.test(name))
    .toSorted()
    .toReversed();
  const old = backups.slice(keep);
  for (const name of old) await fs.rm(path.join(into, name), { recursive: true });
  return old;
}
