import { readDataFile } from './data-file.ts';

/** The pages of a new installation: sample texts, to be adapted by its operator. */
export const initialPages = [
  { slug: 'termos-de-uso', title: 'Termos de uso', file: 'termos-de-uso.html' },
  {
    slug: 'politica-de-privacidade',
    title: 'Política de privacidade',
    file: 'politica-de-privacidade.html',
  },
] as const;

/** Returns the pages as they are stored: the sanitiser leaves them unchanged. */
export const readInitialPages = (): { slug: string; title: string; content: string }[] =>
  initialPages.map(({ slug, title, file }) => ({
    slug,
    title,
    content: readDataFile(file).trim(),
  }));
