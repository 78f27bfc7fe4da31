import type { Session, User } from '@lavra/contract/accounts/schemas';
import { permissionsOf } from '@lavra/domain/account/permissions';
import { wireNumberOrNull, wireTime } from '../../platform/text/wire.ts';
import type { AccountRow } from './account-queries.ts';

/** Presents the user for login and profile replies. */
export function presentUser(row: AccountRow): User {
  const {
    id,
    uuid,
    name,
    email,
    pending_email,
    phone,
    mobile,
    user_type,
    status,
    email_verified,
    admin_role,
    document_type,
    document_number,
  } = row;
  const producer = presentProducer(row);
  const supplier = presentSupplier(row);
  return {
    id,
    uuid,
    name,
    email,
    pending_email,
    phone,
    mobile,
    user_type,
    status,
    email_verified,
    admin_role,
    document_type,
    document_number,
    created_at: wireTime(row.created_at),
    ...(producer === undefined ? {} : { producer }),
    ...(supplier === undefined ? {} : { supplier }),
  };
}

function presentProducer(row: AccountRow): User['producer'] {
  if (row.producer_id === null || row.producer_uuid === null || row.producer_type === null)
    return undefined;
  return {
    id: row.producer_id,
    uuid: row.producer_uuid,
    type: row.producer_type,
    planted_area: wireNumberOrNull(row.planted_area),
    association: row.association,
    producers_cooperative: row.producers_cooperative,
    credit_cooperative: row.credit_cooperative,
    culture_ids: row.culture_ids,
    addresses: row.addresses,
  };
}

function presentSupplier(row: AccountRow): User['supplier'] {
  if (row.supplier_id === null || row.supplier_uuid === null || row.coverage_kind === null)
    return undefined;
  return {
    id: row.supplier_id,
    uuid: row.supplier_uuid,
    website: row.website,
    product_type_ids: row.product_type_ids,
    coverage: {
      kind: row.coverage_kind,
      states: row.coverage_states,
      city_ids: row.coverage_city_ids,
    },
    addresses: row.addresses,
  };
}

/** Presents the login reply. */
export function presentSession(
  account: AccountRow,
  { token, expires_at }: { token: string; expires_at: string },
): Session {
  return {
    user: presentUser(account),
    token,
    expires_at: wireTime(expires_at),
    permissions: [...permissionsOf({ userType: account.user_type, adminRole: account.admin_role })],
  };
}
