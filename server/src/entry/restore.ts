import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAppKey } from '../app/app-key.ts';
import { openDatabase } from '../app/installation-database.ts';
import {
  BackupError,
  checkBackup,
  keyCheckOf,
  restoreBackup,
  type Manifest,
} from '../features/backup/backup-feature.ts';
import { parseHead } from '../features/audit/audit-feature.ts';
import { createClock } from '../platform/clock/clock.ts';
import { configOf, type Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { readEnv } from '../platform/config/env.ts';
import { grantApplication } from '../platform/db/application-role.ts';
import type { ObjectStore } from '../platform/files/object-store.ts';
import { openObjects } from '../platform/files/open-objects.ts';
import { asConfigError } from './as-config-error.ts';
import { reportVerification } from './audit.ts';
import { checkFiles, silent, withDatabase } from './check-files.ts';

const USAGE = 'Uso: npm run lavra -- restore PASTA-DO-BACKUP [--verify]';

/**
 * Restores a backup into the configured database, which must have no accounts yet; with `--verify`,
 * into a temporary database that is deleted afterwards. Either way everything is read, loaded under
 * every constraint, and the audit chain is followed to the head that the backup names. Returns 1
 * where files in the object store are missing or were not checked.
 */
export async function restore(args: readonly string[]): Promise<number> {
  const { folder, verify } = optionsOf(args);
  const config = configOf(readEnv());
  const manifest = await checkBackup(folder).catch(asConfigError);
  if (manifest.key_check !== keyCheckOf(readAppKey(config))) {
    process.stderr.write(
      'Atenção: este backup é de uma instalação com outra APP_KEY. Os segredos das ' +
        'configurações e os links de e-mail guardados nele não abrirão com a chave atual.\n',
    );
  }
  const { text, intact } = await (
    verify
      ? inScratch(config, (url) => restoreAndVerify(folder, manifest, { url, config }))
      : inHome(config, (url) => restoreAndVerify(folder, manifest, { url, config }))
  ).catch(asConfigError);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const done = verify ? 'O backup pode ser restaurado' : 'Restaurado';
  process.stdout.write(
    `${text}\n${done}: ${manifest.tables.length} tabelas, ${rows} linhas, de ${manifest.made_at}.\n`,
  );
  if (!verify)
    process.stdout.write(
      'Todas as sessões e todos os links de e-mail que estavam no backup foram encerrados: as ' +
        'pessoas entram de novo.\n',
    );
  return intact ? 0 : 1;
}

async function restoreAndVerify(
  folder: string,
  manifest: Manifest,
  { url, config }: { url: string; config: Config },
): Promise<{ readonly text: string; readonly intact: boolean }> {
  await restoreBackup(folder, manifest, {
    url,
    zone: config.timezone,
    now: createClock(config.now).now(),
  });
  const objects = await openObjects(config, silent);
  try {
    const chain = await withDatabase(url, config, (db) =>
      reportVerification(
        db,
        manifest.audit_head === null ? undefined : parseHead(manifest.audit_head),
      ),
    );
    if (!chain.intact) throw new BackupError(chain.text);
    const files = await checkFiles(url, config, objects);
    const said = [chain.text, locationNote(manifest, objects), files.text.trimEnd()];
    return { text: said.filter((line) => line !== '').join('\n'), intact: files.intact };
  } finally {
    objects?.close();
  }
}

/** Says what an operator must know of the object store that holds the backup's files. */
function locationNote({ files }: Manifest, objects: ObjectStore | undefined): string {
  if (files === undefined) return '';
  return files.location === objects?.location
    ? `Os arquivos estão no depósito ${files.location}. Se a instalação de onde veio o backup ` +
        'continua no ar, esta não pode usá-lo: apagaria os arquivos novos dela. Copie os objetos ' +
        'para outra pasta e diga-a em FILES_FOLDER.'
    : `Os arquivos deste backup estão em outro depósito, ${files.location}: ` +
        'configure-o em FILES_BUCKET, ou copie dele os objetos.';
}

async function inHome<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    const owner = config.databaseOwnerUrl ?? database.url;
    const done = await work(owner);
    if (owner !== database.url) await grantApplication(owner, database.url);
    return done;
  } finally {
    await database.close();
  }
}

/** Runs `work` on a temporary embedded PostgreSQL: the one in use is not touched. */
async function inScratch<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lavra-restore-'));
  try {
    return await inHome(
      { ...config, databaseUrl: undefined, databaseOwnerUrl: undefined, dataDir: folder },
      work,
    );
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function optionsOf(args: readonly string[]): { folder: string; verify: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { verify: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new ConfigError(USAGE);
    return { folder: path.resolve(folder), verify: values.verify };
  } catch {
    throw new ConfigError(USAGE);
  }
}
