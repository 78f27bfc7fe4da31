import type { AdminUser, AdminUserSummary } from '@lavra/contract/admin/users';
import { userStatusLabels, type UserStatus } from '@lavra/domain/account/user-status';
import {
  adminRoleLabels,
  userTypeLabels,
  type AdminRole,
  type UserType,
} from '@lavra/domain/account/user-type';
import type { DocumentType } from '@lavra/domain/document/document';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { presentUser, type AccountRow } from '../accounts/accounts-feature.ts';

/** A row of the list. */
export interface UserListRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly user_type: UserType;
  readonly status: UserStatus;
  readonly email_verified: boolean;
  readonly admin_role: AdminRole | null;
  readonly document_type: DocumentType | null;
  readonly document_number: string | null;
  readonly created_at: string;
  readonly deleted_at: string | null;
  readonly producer_id: number | null;
  readonly supplier_id: number | null;
  readonly consultant_id: number | null;
}

/** What a full record shows besides the account. */
export interface UserState {
  readonly consultant_id: number | null;
  readonly consultant_uuid: string | null;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

export function presentUserSummary(row: UserListRow): AdminUserSummary {
  const {
    id,
    uuid,
    name,
    email,
    phone,
    mobile,
    user_type,
    status,
    email_verified,
    admin_role,
    document_type,
    document_number,
    producer_id,
    supplier_id,
    consultant_id,
  } = row;
  return {
    id,
    uuid,
    name,
    email,
    phone,
    mobile,
    user_type,
    status,
    email_verified,
    admin_role,
    document_type,
    document_number,
    ...labels(row),
    created_at: wireTime(row.created_at),
    deleted_at: wireTimeOrNull(row.deleted_at),
    producer_id,
    supplier_id,
    consultant_id,
  };
}

export function presentUserRecord(account: AccountRow, state: UserState): AdminUser {
  const { consultant_id: id, consultant_uuid: uuid } = state;
  return {
    ...presentUser(account),
    ...labels(account),
    addresses: account.addresses,
    ...(id === null || uuid === null ? {} : { consultant: { id, uuid } }),
    version: state.version,
    updated_at: wireTime(state.updated_at),
    deleted_at: wireTimeOrNull(state.deleted_at),
  };
}

const labels = ({
  user_type,
  status,
  admin_role,
}: Pick<UserListRow, 'user_type' | 'status' | 'admin_role'>) => ({
  user_type_label: userTypeLabels[user_type],
  status_label: userStatusLabels[status],
  admin_role_label: admin_role === null ? null : adminRoleLabels[admin_role],
});
