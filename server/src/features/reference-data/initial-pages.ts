import { readDataFile } from './data-file.ts';

/** The pages every installation starts with: model texts, which its operator adapts. */
export const initialPages = [
  { slug: 'termos-de-uso', title: 'Termos de uso', file: 'termos-de-uso.html' },
  {
    slug: 'politica-de-privacidade',
    title: 'Política de privacidade',
    file: 'politica-de-privacidade.html',
  },
] as const;

/** Their contents as they are stored: the sanitiser has nothing to take from them. */
export const readInitialPages = (): { slug: string; title: string; content: string }[] =>
  initialPages.map(({ slug, title, file }) => ({
    slug,
    title,
    content: readDataFile(file).trim(),
  }));
