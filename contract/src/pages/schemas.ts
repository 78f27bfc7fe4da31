import { Type, type Static } from 'typebox';
import { id, nullable, object, oneOf, pageOf, text, timestamp } from '../kit/schema.ts';

export const pageStatuses = ['active', 'inactive'] as const;
export type PageStatus = (typeof pageStatuses)[number];
/** The two pages that every installation has and that the portals link to. */
export const fixedPageSlugs = ['termos-de-uso', 'politica-de-privacidade'] as const;

const title = () => text(200, { minLength: 1, pattern: '\\S', examples: ['Termos de uso'] });
const slug = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    examples: ['termos-de-uso'],
  });
const status = () => oneOf(pageStatuses, { examples: ['active'] });
const content = () =>
  text(200_000, {
    minLength: 1,
    pattern: '\\S',
    examples: ['<h2>Objeto</h2><p>Estes termos regem o uso da plataforma.</p>'],
  });
// Escaping can make the content longer than the original.
const sanitizedHtml = () =>
  Type.String({
    description: 'HTML, saneado ao gravar',
    examples: ['<h2>Objeto</h2><p>Estes termos regem o uso da plataforma.</p>'],
  });

/** A page as the public reads it. */
export const PublicPage = object(
  { title: title(), slug: slug(), content: sanitizedHtml(), updated_at: timestamp() },
  { title: 'PublicPage' },
);
export type PublicPage = Static<typeof PublicPage>;

const Editor = object(
  { id: id(), name: Type.String({ examples: ['Equipe Lavra'] }) },
  { title: 'PageEditor' },
);
const summary = {
  id: id(),
  title: title(),
  slug: slug(),
  status: status(),
  edited_by: nullable(Editor),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const PageSummary = object(summary, { title: 'PageSummary' });
export type PageSummary = Static<typeof PageSummary>;
export const PageList = pageOf(PageSummary, 'PageList');
export const StaticPage = object({ ...summary, content: sanitizedHtml() }, { title: 'StaticPage' });
export type StaticPage = Static<typeof StaticPage>;

export const CreatePageBody = object(
  {
    title: title(),
    slug: Type.Optional(slug()),
    content: content(),
    status: Type.Optional(status()),
  },
  { title: 'CreatePageBody' },
);
export type CreatePageBody = Static<typeof CreatePageBody>;
export const UpdatePageBody = object(
  {
    title: Type.Optional(title()),
    slug: Type.Optional(slug()),
    content: Type.Optional(content()),
    status: Type.Optional(status()),
  },
  { title: 'UpdatePageBody' },
);
export type UpdatePageBody = Static<typeof UpdatePageBody>;
