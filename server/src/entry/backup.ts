import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAppKey } from '../app/app-key.ts';
import { openDatabase } from '../app/installation-database.ts';
import { version } from '../app/version.ts';
import { backUpInto, keyCheckOf, noteBackup } from '../features/backup/backup-feature.ts';
import { createClock } from '../platform/clock/clock.ts';
import { configOf } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { readEnv } from '../platform/config/env.ts';
import { openObjects } from '../platform/files/open-objects.ts';
import { asConfigError } from './as-config-error.ts';
import { checkFiles, silent } from './check-files.ts';

const USAGE = 'Uso: npm run lavra -- backup --to PASTA [--keep QUANTOS]';

/**
 * Takes a backup while the service runs; prints where it is. On failure it exits with an error and
 * keeps the older backups. Returns 1 where files in the object store are missing or were not checked.
 */
export async function backup(args: readonly string[]): Promise<number> {
  const { to, keep } = optionsOf(args);
  const config = configOf(readEnv());
  const database = await openDatabase(config);
  const objects = await openObjects(config, silent);
  try {
    const source = {
      filesLocation: objects?.location,
      url: config.databaseOwnerUrl ?? database.url,
      version,
      keyCheck: keyCheckOf(readAppKey(config)),
      now: createClock().now(),
    };
    const { folder, manifest, removed } = await backUpInto(path.resolve(to), source, {
      keep,
    }).catch(asConfigError);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
    process.stdout.write(
      `${folder}\n${manifest.tables.length} tabelas, ${rows} linhas, ${bytes} bytes. Conferido.\n`,
    );
    await noteBackup(source.url, source.now).catch(() => {
      process.stdout.write('A administração não soube desta cópia: o banco não aceitou a nota.\n');
    });
    if (manifest.audit_head !== null)
      process.stdout.write(`Ponta da auditoria: ${manifest.audit_head}\n`);
    for (const name of removed) process.stdout.write(`Removido por ser antigo: ${name}\n`);
    const { text, intact } = await checkFiles(source.url, config, objects);
    process.stdout.write(text);
    return intact ? 0 : 1;
  } finally {
    objects?.close();
    await database.close();
  }
}

function optionsOf(args: readonly string[]): { to: string; keep: number | undefined } {
  try {
    const {
      values: { to, keep },
    } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, keep: { type: 'string' } },
    });
    if (to === undefined || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)))
      throw new ConfigError(USAGE);
    return { to, keep: keep === undefined ? undefined : Number(keep) };
  } catch {
    throw new ConfigError(USAGE);
  }
}
