/** The pages that every installation has: they can be unpublished, but not deleted. */
export const fixedPageSlugs: ReadonlySet<string> = new Set([
  'termos-de-uso',
  'politica-de-privacidade',
]);
