import { parseArgs } from 'node:util';
import {
  auditHead,
  auditProblemTexts,
  formatHead,
  parseHead,
  verifyAudit,
  type AuditHead,
  type AuditReport,
} from '../features/audit/audit-feature.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import type { Db } from '../platform/db/database.ts';
import { withInstallation } from './with-installation.ts';

/** Prints the chain's head, as `audit verify --head` takes it. */
export async function auditHeadCommand(): Promise<void> {
  const head = await withInstallation(({ app }) => auditHead(app.platform.db));
  process.stdout.write(`${formatHead(head)}\n`);
}

/** Verifies the chain and prints the result; returns 1 when something is wrong. */
export async function auditVerifyCommand(args: readonly string[]): Promise<number> {
  const head = expectedHead(args);
  const { text, intact } = await withInstallation(({ app }) =>
    reportVerification(app.platform.db, head),
  );
  process.stdout.write(`${text}\n`);
  return intact ? 0 : 1;
}

/** Returns the result of the verification, in Portuguese, naming the first bad row. */
export async function reportVerification(
  db: Db,
  head?: AuditHead,
): Promise<{ text: string; intact: boolean }> {
  const report = await verifyAudit(db, head === undefined ? {} : { head });
  return { text: describeReport(report), intact: report.problem === undefined };
}

/** Parses the head in `--head`, if it is given; throws `ConfigError` when it is invalid. */
export function expectedHead(args: readonly string[]): AuditHead | undefined {
  const { values } = parseArgs({ args: [...args], options: { head: { type: 'string' } } });
  if (values.head === undefined) return undefined;
  const head = parseHead(values.head);
  if (head === undefined)
    throw new ConfigError(
      'Uso: npm run lavra -- audit verify [--head SEQUÊNCIA:HASH], como `audit head` a mostra.',
    );
  return head;
}

function describeReport({ problem, verified, erased, unsealed, head }: AuditReport): string {
  const lines = [
    ...(problem === undefined
      ? ['A auditoria está íntegra.']
      : [
          'A auditoria foi violada no selo ' +
            `${problem.sequence}${problem.auditId === null ? '' : `, linha ${problem.auditId} do registro`}: ` +
            `${auditProblemTexts[problem.kind]}.`,
        ]),
    `Selos conferidos: ${verified}${erased === 0 ? '' : ` (${erased} com os valores apagados a pedido)`}.`,
    ...(unsealed.count === 0
      ? []
      : [
          `Linhas ainda sem selo: ${unsealed.count}, a mais antiga de ${unsealed.oldest?.slice(0, 19) ?? '?'}.`,
        ]),
    `Ponta conferida: ${formatHead(head)}`,
  ];
  return lines.join('\n');
}
