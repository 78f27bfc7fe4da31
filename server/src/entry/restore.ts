import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
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
import { databaseOver } from '../platform/db/database.ts';
import { createPool } from '../platform/db/pool.ts';
import { asConfigError } from './as-config-error.ts';
import { reportVerification } from './audit.ts';

const USAGE = 'Uso: npm run lavra -- restore PASTA-DO-BACKUP [--verify]';

/**
 * Restores a backup into the configured database, which must have no accounts yet; with `--verify`,
 * into a temporary database that is deleted afterwards. Either way everything is read, loaded under
 * every constraint, and the audit chain is followed to the head that the backup names.
 */
export async function restore(args: readonly string[]): Promise<void> {
  const { folder, verify } = optionsOf(args);
  const config = configOf(readEnv());
  const manifest = await checkBackup(folder).catch(asConfigError);
  if (manifest.key_check !== keyCheckOf(readAppKey(config))) {
    process.stderr.write(
      'Atenção: este backup é de uma instalação com outra APP_KEY. Os segredos das ' +
        'configurações e os links de e-mail guardados nele não abrirão com a chave atual.\n',
    );
  }
  const text = await (
    verify
      ? inScratch(config, (url) => restoreAndVerify(folder, manifest, { url, config }))
      : inHome(config, (url) => restoreAndVerify(folder, manifest, { url, config }))
  ).catch(asConfigError);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${text}\n${verify ? 'O backup pode ser restaurado' : 'Restaurado'}: ${manifest.tables.length} tabelas, ${rows} linhas, de ${manifest.made_at}.\n${
      verify
        ? ''
        : 'Todas as sessões e todos os links de e-mail que estavam no backup foram encerrados: as ' +
          'pessoas entram de novo.\n'
    }`,
  );
}

async function restoreAndVerify(
  folder: string,
  manifest: Manifest,
  { url, config }: { url: string; config: Config },
): Promise<string> {
  await restoreBackup(folder, manifest, {
    url,
    zone: config.timezone,
    now: createClock(config.now).now(),
  });
  const pool = createPool({
    url,
    size: 2,
    timezone: config.timezone,
    name: 'lavra-restore',
    logger: pino({ level: 'silent' }),
  });
  try {
    const { text, intact } = await reportVerification(
      databaseOver(pool),
      manifest.audit_head === null ? undefined : parseHead(manifest.audit_head),
    );
    if (!intact) throw new BackupError(text);
    return text;
  } finally {
    await pool.end();
  }
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
