import { createHash, randomBytes } from 'node:crypto';
import { LEAST_OPENS, type OrderInvitation } from '@lavra/contract/orders/invitations';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { lockOrder } from '../orders/orders-feature.ts';
import {
  findInvitation,
  removeInvitation,
  saveInvitation,
  type InvitationRow,
} from './invitation-store.ts';

const SEALED_FOR = 'invitation code';

/** Returns a code of 144 random bits, in 24 characters that need no escaping in an address. */
const createCode = (): string => randomBytes(18).toString('base64url');

/** Returns whether a text may be a code, and the hash under which it is stored. */
export const codeHashOf = (code: string): Buffer | undefined =>
  /^[\w-]{24}$/.test(code) ? createHash('sha256').update(code).digest() : undefined;

/** What a reply is made from; the code stays sealed where a repetition's material is stored. */
interface Material {
  readonly sealed: string;
  readonly opens: number;
  readonly created_at: string;
}

/** What the link of an invitation is made with. */
export interface InvitationLinks {
  readonly sealer: Sealer;
  /** Returns the service's address, whose port may be known only once it listens. */
  readonly publicUrl: () => string;
}

// The producer's use cases for the invitation to one of their orders.

/** Returns the invitation to an order, if it has one. */
export async function getOrderInvitation(
  { db }: Platform,
  links: InvitationLinks,
  orderId: number,
): Promise<OrderInvitation> {
  const row = await findInvitation(db, orderId);
  return row === undefined ? { invitation: null } : present(links, materialOf(row));
}

/** Creates the invitation, or replaces its code. Throws `order_not_invitable`. */
export function createOrderInvitation(
  { command }: Platform,
  links: InvitationLinks,
  request: Request<ProducerCaller>,
  orderId: number,
): Promise<OrderInvitation> {
  const code = createCode();
  const codeHash = createHash('sha256').update(code).digest();
  const codeSealed = links.sealer.seal(code, SEALED_FOR);
  return command(
    request,
    async (uow) => {
      const order = await lockOrder(uow.db, orderId, 'share');
      if (order === undefined) throw new RuleError('order_not_found');
      if (order.status !== 'publicada' || order.suspended)
        throw new RuleError('order_not_invitable');
      const row = await saveInvitation(uow.db, {
        order_id: orderId,
        code_hash: codeHash,
        code_sealed: codeSealed,
        created_at: uow.now,
      });
      uow.audit({
        action: 'updated',
        event: 'invitation.created',
        resourceType: 'order',
        resourceId: orderId,
      });
      return materialOf(row);
    },
    (material) => present(links, material),
  );
}

/** Removes the invitation, if there is one: its link leads to no order any more. */
export const revokeOrderInvitation = (
  { command }: Platform,
  request: Request<ProducerCaller>,
  orderId: number,
): Promise<OrderInvitation> =>
  command(request, async (uow) => {
    if (await removeInvitation(uow.db, orderId))
      uow.audit({
        action: 'updated',
        event: 'invitation.revoked',
        resourceType: 'order',
        resourceId: orderId,
      });
    return { invitation: null };
  });

const present = (
  { sealer, publicUrl }: InvitationLinks,
  { sealed, opens, created_at }: Material,
): OrderInvitation => ({
  invitation: {
    url: `${publicUrl()}/c/${sealer.open(Buffer.from(sealed, 'base64'), SEALED_FOR)}`,
    created_at: wireTime(created_at),
    opens: opens < LEAST_OPENS ? null : opens,
  },
});

const materialOf = ({ code_sealed, opens, created_at }: InvitationRow): Material => ({
  sealed: Buffer.from(code_sealed).toString('base64'),
  opens,
  created_at,
});
