/** The pages that every installation keeps: they can be taken off the air, not deleted. */
export const fixedPageSlugs: ReadonlySet<string> = new Set([
  'termos-de-uso',
  'politica-de-privacidade',
]);
