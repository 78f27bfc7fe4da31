import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '@lavra/contract/kit/endpoint';
import { localDate } from '@lavra/domain/calendar/calendar';
import { sendPublicPage, type PublicPage } from '../../platform/html/public-page.ts';
import type { AccessControl } from '../../platform/http/admission/access-control.ts';
import type { Platform } from '../../platform/platform.ts';
import { closedInvitation, invitationPage, unknownInvitation } from './invitation-page.ts';
import { codeHashOf } from './invitation-service.ts';
import { countOpen } from './invitation-store.ts';
import { findInvitedOrder } from './invited-order.ts';

/** The page is no part of the API, but is admitted and limited as its public reads are. */
const openInvitation = endpoint({
  id: 'openInvitation',
  method: 'GET',
  path: '/c/:code',
  summary: 'Página pública de uma cotação',
  tag: 'Páginas',
  origin: 'own',
  access: 'public',
  reply: { file: 'text/html', description: 'A página' },
});

/**
 * Programs that fetch a page for its preview or index: their visits are not counted. A messenger
 * fetches each link that is written in a chat.
 */
const PROGRAMS =
  /bot|crawl|spider|preview|whatsapp|facebookexternalhit|facebot|telegram|slack|discord|skype|linkedin|embed|headless|curl|wget|python|node|okhttp|java\//i;

/** Mounts the public page of an order, found by its code. */
export function mountInvitationPage(
  http: FastifyInstance,
  access: AccessControl,
  { platform: { db, clock, zone }, publicUrl }: { platform: Platform; publicUrl: () => string },
): void {
  // The slot is released before the page is sent, so that a slow reader occupies none.
  const inSlot = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const release = access.acquireSlot(openInvitation, request);
    try {
      await access.authorize(openInvitation, request, { probe: false, counted: true });
      return await work();
    } finally {
      release();
    }
  };
  const pageFor = async (
    code: string,
    request: FastifyRequest,
  ): Promise<{ status: number; page: PublicPage }> => {
    const codeHash = codeHashOf(code);
    const today = localDate(clock.now(), zone);
    const order = codeHash === undefined ? undefined : await findInvitedOrder(db, codeHash, today);
    if (codeHash === undefined || order === undefined)
      return { status: 404, page: unknownInvitation };
    if (!order.open) return { status: 200, page: closedInvitation };
    if (isPerson(request)) await countOpen(db, codeHash);
    return { status: 200, page: invitationPage(order, { publicUrl: publicUrl(), zone }) };
  };
  http.get<{ Params: { code: string } }>(openInvitation.path, async (request, reply) => {
    const { status, page } = await inSlot(request, () => pageFor(request.params.code, request));
    return sendPublicPage(reply.code(status), page);
  });
}

/** Returns whether a person seems to open the page: no known program, and no fetch ahead of a click. */
function isPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? '';
  const purpose = String(headers['sec-purpose'] ?? headers['purpose'] ?? '');
  return (
    method === 'GET' &&
    agent !== '' &&
    !PROGRAMS.test(agent) &&
    !/prefetch|prerender|preview/i.test(purpose)
  );
}
