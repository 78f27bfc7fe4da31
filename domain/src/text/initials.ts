const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** `Fazenda Boa Vista do Sul` → `F. B. V. S.`, at most four: a hint of who it is, and no more. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !PARTICLES.has(word.toLowerCase()));
  return words
    .slice(0, 4)
    .map((word) => `${word.charAt(0).toLocaleUpperCase('pt-BR')}.`)
    .join(' ');
}
