import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../app/installation.ts';
import {
  importAgrofit,
  readCropNames,
  type AgrofitReport,
} from '../features/catalogue/catalogue-feature.ts';
import { configOf } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { readEnv } from '../platform/config/env.ts';
import { InvalidFields } from '../platform/errors.ts';
import { countOf } from '@lavra/domain/text/count-of';

const usage =
  'Uso: npm run lavra -- catalog import ARQUIVO.jsonl [--partial] [--cultures CULTURAS.csv]';

/**
 * Imports the register of pesticides into the catalogue and prints a report; returns 1 when nothing
 * was stored.
 */
export async function catalogImport(args: readonly string[]): Promise<number> {
  const { file, partial, crops } = optionsOf(args);
  const installation = await openInstallation(configOf(readEnv()));
  try {
    const report = await importAgrofit(installation.app.platform.command, file, { partial, crops });
    process.stdout.write(describeImport(report));
    return report.stored ? 0 : 1;
  } finally {
    await installation.close();
  }
}

function optionsOf(args: readonly string[]) {
  const { values, positionals } = readArgs(args);
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new ConfigError(usage);
  return {
    file: contentOf(path),
    partial: values.partial,
    crops: values.cultures === undefined ? new Map<number, string>() : cropsOf(values.cultures),
  };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { partial: { type: 'boolean', default: false }, cultures: { type: 'string' } },
    });
  } catch {
    throw new ConfigError(usage);
  }
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`O arquivo ${path} não pode ser lido.`);
  }
}

function cropsOf(path: string) {
  try {
    return readCropNames(contentOf(path));
  } catch (error) {
    throw error instanceof InvalidFields
      ? new ConfigError(`${path}: ${Object.values(error.errors).flat().join(' ')}`)
      : error;
  }
}

const MOST_TOLD = 50;

/** Formats the report for the operator. */
export function describeImport({
  registrations,
  created,
  skipped,
  badLines,
  stored,
}: AgrofitReport): string {
  const shown = badLines
    .slice(0, MOST_TOLD)
    .map(({ line, problem }) => `  linha ${line}: ${problem}`);
  const lines = [
    `${countOf(registrations, ['registro lido', 'registros lidos'])}, ` +
      `${countOf(badLines.length, ['linha com erro', 'linhas com erro'])}.`,
    ...shown,
    ...(badLines.length > MOST_TOLD ? [`  … e mais ${badLines.length - MOST_TOLD}`] : []),
    ...(stored
      ? [
          `${countOf(created, ['produto criado', 'produtos criados'])} (um por marca).`,
          `${countOf(skipped.known, ['marca já estava', 'marcas já estavam'])} no catálogo, ` +
            `sem mudança; ${countOf(skipped.repeated, ['marca repetida', 'marcas repetidas'])} ` +
            'no arquivo sob o mesmo subtipo.',
        ]
      : ['Nada foi gravado. Corrija as linhas ou repita com --partial para deixá-las de fora.']),
  ];
  return `${lines.join('\n')}\n`;
}
