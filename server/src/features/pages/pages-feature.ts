import * as endpoints from '@lavra/contract/pages/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPage, findPublicPage, listPages } from './page-queries.ts';
import { createPage, deletePage, updatePage } from './page-service.ts';

/** How long caches may serve an outdated page. */
const CACHE_SECONDS = 60;

/**
 * Creates the feature of static pages, terms of use and privacy policy among them: active ones for
 * the public, all for admins with `pages.*`.
 */
export function createPages({ platform }: { platform: Platform }) {
  const { db } = platform;
  const load = ({ id }: { readonly id: string }) => findPage(db, Number(id));
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.getPublicPage, {
        cacheSeconds: CACHE_SECONDS,
        load: ({ slug }) => findPublicPage(db, slug),
        handle: async ({ subject }) => subject,
      });
      mount(endpoints.listPages, { handle: ({ query }) => listPages(db, query) });
      mount(endpoints.createPage, {
        handle: ({ request, body }) => createPage(platform, request, body),
      });
      mount(endpoints.getPage, { load, handle: async ({ subject }) => subject });
      mount(endpoints.updatePage, {
        load,
        handle: ({ request, subject, body }) => updatePage(platform, request, subject.id, body),
      });
      mount(endpoints.deletePage, {
        load,
        handle: ({ request, subject }) => deletePage(platform, request, subject.id),
      });
    },
  };
}
