/**
 * Returns where the chosen total stands among the others: `R$ 2,00 abaixo da mais cara · R$ 1,00
 * acima da mais barata`. Takes the two differences as money in words, null for one that is zero.
 */
export function betweenExtremes(belowDearest: string | null, aboveCheapest: string | null): string {
  if (belowDearest === null && aboveCheapest === null) return 'Mesmo preço das outras';
  return [
    belowDearest === null ? 'A mais cara' : `${belowDearest} abaixo da mais cara`,
    aboveCheapest === null ? 'a mais barata' : `${aboveCheapest} acima da mais barata`,
  ].join(' · ');
}
