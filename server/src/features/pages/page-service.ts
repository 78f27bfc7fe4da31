import { sql } from 'kysely';
import type { Message } from '@lavra/contract/accounts/schemas';
import {
  fixedPageSlugs,
  type CreatePageBody,
  type StaticPage,
  type UpdatePageBody,
} from '@lavra/contract/pages/schemas';
import { isBlank } from '@lavra/domain/text/blank';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPage } from './page-queries.ts';
import { freeSlug, slugOf } from '../../platform/text/slug.ts';

const resourceType = 'page';
const stored = ['title', 'slug', 'content', 'status'] as const;
type Stored = { [F in (typeof stored)[number]]: string };
const isFixed = (slug: string): boolean => fixedPageSlugs.some((fixed) => fixed === slug);

/** Creates a page, with a slug made of its title where none is sent. */
export async function createPage(
  { command }: Platform,
  request: Request<AdminCaller>,
  body: CreatePageBody,
): Promise<StaticPage> {
  const written = {
    title: tidyTitle(body.title),
    content: await tidyContent(body.content),
    status: body.status ?? 'active',
  };
  return refusingTaken(
    command(request, async (uow) => {
      const fields = { ...written, slug: body.slug ?? (await takeSlug(uow.db, written.title)) };
      const dates = { created_at: uow.now, updated_at: uow.now };
      const { id } = await uow.db.q
        .insertInto('pages')
        .values({ ...fields, ...dates, edited_by: request.caller.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: fields });
      return getPage(uow.db, id);
    }),
  );
}

/**
 * Changes the sent fields of a page. Throws `page_fixed` for the slug of a page that the portals
 * link to.
 */
export async function updatePage(
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  body: UpdatePageBody,
): Promise<StaticPage> {
  const wanted = {
    slug: body.slug,
    status: body.status,
    title: body.title === undefined ? undefined : tidyTitle(body.title),
    content: body.content === undefined ? undefined : await tidyContent(body.content),
  };
  return refusingTaken(
    command(request, async (uow) => {
      const before = await lockPage(uow.db, id);
      const changed = stored.filter(
        (field) => wanted[field] !== undefined && wanted[field] !== before[field],
      );
      if (changed.includes('slug') && isFixed(before.slug)) throw new RuleError('page_fixed');
      if (changed.length > 0) {
        const changes = pick(wanted, changed);
        await uow.db.q
          .updateTable('pages')
          .set({ ...changes, edited_by: request.caller.userId, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        uow.audit({
          action: 'updated',
          resourceType,
          resourceId: id,
          oldValues: pick(before, changed),
          newValues: changes,
        });
      }
      return getPage(uow.db, id);
    }),
  );
}

/** Deletes a page. Throws `page_fixed` for one that the portals link to. */
export const deletePage = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  command(request, async (uow) => {
    const before = await lockPage(uow.db, id);
    if (isFixed(before.slug)) throw new RuleError('page_fixed');
    await uow.db.q.deleteFrom('pages').where('id', '=', id).execute();
    uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: before });
    return { message: 'Página excluída.' };
  });

const pick = (
  values: { readonly [F in keyof Stored]?: string | undefined },
  fields: readonly (keyof Stored)[],
): Partial<Stored> =>
  Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  );

function tidyTitle(title: string): string {
  if (isBlank(title)) throw InvalidFields.of('title', 'not_blank');
  return title.trim().replaceAll(/\s+/g, ' ');
}

/** Returns the sanitised content. Throws 422 when no readable text is left. */
async function tidyContent(html: string): Promise<string> {
  // Loaded with the first page that is written, some 3 MB: most processes write none.
  const { sanitizePage, textOfPage } = await import('./page-html.ts');
  const content = sanitizePage(html);
  if (isBlank(textOfPage(content).replaceAll(/&(nbsp|#160);/g, ' ')))
    throw InvalidFields.of('content', 'not_blank');
  return content;
}

/**
 * Returns a free slug for the title. The advisory lock serialises concurrent calls, so that no two
 * get the same slug.
 */
async function takeSlug(db: Db, title: string): Promise<string> {
  const slug = slugOf(title);
  if (slug === '') throw InvalidFields.of('slug', 'slug_required');
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lavra page slugs', 0))`.execute(db.q);
  const rows = await db.q
    .selectFrom('pages')
    .select('slug')
    .where('slug', 'like', `${slug}%`)
    .execute();
  return freeSlug(slug, new Set(rows.map((row) => row.slug)));
}

async function refusingTaken<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw violatesUnique(error, 'pages_slug_key') ? InvalidFields.of('slug', 'taken_slug') : error;
  }
}

async function lockPage(db: Db, id: number): Promise<Stored> {
  const page = await db.q
    .selectFrom('pages')
    .select(stored)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (page === undefined) throw new RuleError('page_not_found');
  return page;
}

async function getPage(db: Db, id: number): Promise<StaticPage> {
  const page = await findPage(db, id);
  if (page === undefined) throw new RuleError('page_not_found');
  return page;
}
