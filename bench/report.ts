import fs from 'node:fs';
import os from 'node:os';

/**
 * One line of the report. `least` and `most` are the target; a row without them is informational.
 */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit?: 'ms' | 's' | 'MB' | '×' | 'statements' | 'forms';
  readonly least?: number;
  readonly most?: number;
  readonly detail?: string;
}

const mark = ({ value, least, most }: Row): string => {
  if (least === undefined && most === undefined) return '·';
  return (least === undefined || value >= least) && (most === undefined || value <= most)
    ? '✔'
    : '✖';
};

const shown = (value: number, unit: Row['unit'] = '×'): string => {
  if (unit === 'statements' || unit === 'forms') return String(Math.round(value * 10) / 10);
  const digits = unit === 'MB' || value >= 100 ? 0 : unit === 's' ? 1 : 2;
  return unit === '×' ? `${value.toFixed(digits)} ×` : `${value.toFixed(digits)} ${unit}`;
};

const aim = ({ least, most, unit }: Row): string => {
  if (least !== undefined) return `≥ ${shown(least, unit)}`;
  return most === undefined ? '' : `≤ ${shown(most, unit)}`;
};

/** Formats one sample for a detail column. */
export const formatSample = (
  name: string,
  {
    perSecond,
    p50,
    p99,
    nodeCpu,
    databaseCpu,
  }: { perSecond: number; p50: number; p99: number; nodeCpu: number; databaseCpu: number },
): string =>
  `${name} ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} p99 ${p99.toFixed(1)} ms, CPU ` +
  `node ${nodeCpu.toFixed(2)} + db ${databaseCpu.toFixed(2)} ms`;

/** Renders the report as a table for the terminal, or as Markdown for docs/benchmarks.md. */
export function renderReport(
  rows: readonly Row[],
  facts: readonly string[],
  { markdown }: { markdown: boolean },
): string {
  const cells = rows.map((row) => [
    mark(row),
    row.what,
    shown(row.value, row.unit),
    aim(row),
    row.detail ?? '',
  ]);
  if (markdown) {
    const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
    return [
      ...facts.map((fact) => `- ${fact}`),
      '',
      line(['', 'What', 'Measured', 'Aim', 'Detail']),
      '|---|---|---:|---:|---|',
      ...cells.map(line),
      '',
    ].join('\n');
  }
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 2 || column === 3
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ');
  return [...facts, '', ...cells.map(line), ''].join('\n');
}

/**
 * Returns what is needed to compare results: machine, versions, day, and how busy the machine was.
 */
export function describeMachine(postgresVersion: string): string[] {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return [
    `${cpus.length} cores (${cpus[0]?.model ?? 'unknown'}), ${memory} GB, Linux ` +
      `${os.release()}; Node ${process.version}, PostgreSQL ${postgresVersion}; ` +
      new Date().toISOString().slice(0, 10),
    'load average when it began: ' +
      `${fs.readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')} (nothing ` +
      'else should run: the generator, the servers and PostgreSQL share the cores)',
  ];
}
