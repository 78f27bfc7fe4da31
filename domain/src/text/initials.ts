const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/**
 * Returns the initials of a name, at most four: `Fazenda Boa Vista do Sul` → `F. B. V. S.`. They
 * hint at the person without revealing the name.
 */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !PARTICLES.has(word.toLowerCase()));
  return words
    .slice(0, 4)
    .map((word) => `${word.charAt(0).toLocaleUpperCase('pt-BR')}.`)
    .join(' ');
}
