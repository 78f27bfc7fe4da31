import type { Caller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { uuidOf, type Ref } from '../../platform/http/refs.ts';
import type { Advised, OwnedProposal } from './proposal-policy.ts';
import { findOrderFor, findOwnedProposal } from './proposal-store.ts';

type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrderFor>>>;

/** Returns the proposal of a path. */
export async function findProposal(db: Db, value: string): Promise<OwnedProposal | undefined> {
  const uuid = uuidOf(value);
  return uuid === undefined ? undefined : findOwnedProposal(db, uuid);
}

/** Returns the order of a path, for those who see every order or only their own. */
export const findOrder = async (db: Db, ref: Ref | undefined): Promise<FoundOrder | undefined> =>
  ref === undefined ? undefined : findOrderFor(db, ref, null);

/** Returns the order if this supplier may see it. */
export async function findVisibleOrder(
  db: Db,
  ref: Ref | undefined,
  { supplierId }: SupplierCaller,
): Promise<FoundOrder | undefined> {
  const order = ref === undefined ? undefined : await findOrderFor(db, ref, supplierId);
  return order?.visible === true ? order : undefined;
}

/** Returns whether the consultant of this account currently advises the producer. */
export type IsConsultantOf = (
  db: Db,
  link: { userId: number; producerId: number },
) => Promise<boolean>;

/** Adds to a resource whether the caller advises its producer. */
export const withAdvice = async <S extends { readonly producer_id: number }>(
  db: Db,
  isConsultantOf: IsConsultantOf,
  caller: Caller,
  found: S | undefined,
): Promise<(S & Advised) | undefined> =>
  found && {
    ...found,
    isAdvised:
      caller.userType === 'consultor' &&
      (await isConsultantOf(db, { userId: caller.userId, producerId: found.producer_id })),
  };
