import { mendTotals, type Difference } from '../features/totals/totals-feature.ts';
import { withInstallation } from './with-installation.ts';

/** Compares the totals with what counting gives, mends them, and says which differed; returns 1 then. */
export async function totalsCommand(): Promise<number> {
  const differences = await withInstallation(({ app }) => mendTotals(app.platform));
  process.stdout.write(`${describeDifferences(differences)}\n`);
  return differences.length === 0 ? 0 : 1;
}

/** Returns the result of a comparison, in Portuguese. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'Todos os totais são o que a contagem dá.';
  return [
    `Diferiam do que a contagem dá, e foram corrigidos, ${differences.length} totais:`,
    ...differences.map(
      ({ scope, of, missing }) =>
        `  ${scope}${of === undefined ? '' : `, ${of}`}: ${missing > 0 ? '+' : ''}${missing}`,
    ),
  ].join('\n');
}
