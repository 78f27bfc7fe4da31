import { openInstallation } from '../app/installation.ts';
import { configOf } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { readEnv } from '../platform/config/env.ts';
import { RuleError } from '../platform/errors.ts';
import { checkObjects } from '../platform/files/check-objects.ts';
import { FileDamaged, moveFiles, type FileStoreKind } from '../platform/files/move-files.ts';

const USAGE = 'Uso: npm run lavra -- files move --to s3|database';
const NO_STORE = 'Nenhum depósito de arquivos está configurado: defina FILES_BUCKET.';

/**
 * Moves every file to the object store or back, while the service runs. May be interrupted, and then
 * begins where it ended. Returns 1 where files are damaged, which stay where they are.
 */
export async function filesMove(args: readonly string[]): Promise<number> {
  const to = kindOf(args);
  const config = configOf(readEnv());
  if (config.objects === undefined) throw new ConfigError(NO_STORE);
  if (config.storesObjects !== (to === 's3'))
    throw new ConfigError(
      `FILES_STORE não é ${to}: os arquivos novos continuariam no outro lugar. ` +
        `Defina FILES_STORE=${to}, reinicie todos os processos e rode de novo.`,
    );
  const installation = await openInstallation(config);
  const { platform, objects } = installation.app;
  try {
    if (objects === undefined) throw new ConfigError(NO_STORE);
    const { files, bytes, damaged } = await moveFiles(
      { db: platform.db, objects, clock: platform.clock },
      to,
    ).catch(explain);
    process.stdout.write(`${files} arquivos movidos e conferidos, ${bytes} bytes.\n`);
    if (to === 'database')
      process.stdout.write(
        'Os objetos ficam mais um dia no depósito e saem dele enquanto FILES_BUCKET continuar definida.\n',
      );
    if (damaged.length > 0)
      process.stdout.write(
        `Danificados, ficam como estão (${damaged.length}):\n${listed(damaged).join('\n')}\n`,
      );
    return damaged.length > 0 ? 1 : 0;
  } finally {
    await installation.close();
  }
}

/** Asks the object store for every file that the database refers to; returns 1 where one is missing. */
export async function filesCheck(): Promise<number> {
  const installation = await openInstallation(configOf(readEnv()));
  const { platform, objects } = installation.app;
  try {
    if (objects === undefined) throw new ConfigError(NO_STORE);
    const checked = await checkObjects(platform.db, objects).catch(explain);
    const { lines, intact } = describeObjects(objects.location, checked);
    process.stdout.write(`${lines.join('\n')}\n`);
    return intact ? 0 : 1;
  } finally {
    await installation.close();
  }
}

/** Returns what was found of the files outside the database, in Portuguese. */
export function describeObjects(
  location: string,
  { objects, missing }: { readonly objects: number; readonly missing: readonly string[] },
): { readonly lines: readonly string[]; readonly intact: boolean } {
  const head = `Arquivos no depósito ${location}: ${objects}`;
  if (missing.length === 0) return { lines: [`${head}, todos lá.`], intact: true };
  return { lines: [`${head}. Faltam ${missing.length}:`, ...listed(missing)], intact: false };
}

function listed(lines: readonly string[]): string[] {
  const named = lines.slice(0, 20).map((line) => `  ${line}`);
  return lines.length > named.length
    ? [...named, `  … e mais ${lines.length - named.length}`]
    : named;
}

function kindOf(args: readonly string[]): FileStoreKind {
  const [flag, to, ...rest] = args;
  if (flag !== '--to' || (to !== 's3' && to !== 'database') || rest.length > 0)
    throw new ConfigError(USAGE);
  return to;
}

/** A store that does not answer, and a damaged file, are sentences. */
function explain(error: unknown): never {
  if (error instanceof FileDamaged)
    throw new ConfigError(
      `O depósito não guardou o que recebeu, e o arquivo fica no banco. ${error.message}`,
    );
  if (error instanceof RuleError && error.code === 'files_unavailable')
    throw new ConfigError(
      'O depósito de arquivos não respondeu. O que já foi movido está movido: rode de novo.',
    );
  throw error;
}
