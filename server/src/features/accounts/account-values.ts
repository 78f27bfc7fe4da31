import type { AdminRole } from '@lavra/domain/account/user-type';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { AddressKind } from '@lavra/domain/address/address-kind';
import type { CoverageKind } from '@lavra/domain/address/coverage-kind';
import type { DocumentType } from '@lavra/domain/document/document';

/** An address in its stored form; `city_id` is the city's IBGE code. */
export interface AddressValues {
  readonly kind: AddressKind;
  readonly name: string;
  /** Eight digits. */
  readonly postal_code: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city_id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A supplier's coverage; only the list of its kind is filled. */
export interface CoverageValues {
  readonly kind: CoverageKind;
  readonly states: readonly string[];
  readonly city_ids: readonly number[];
}

export interface ProducerValues {
  readonly type: 'PF' | 'PJ';
  /** Hectares, exact decimal text. */
  readonly planted_area?: string | null;
  readonly association?: string | null;
  readonly producers_cooperative?: string | null;
  readonly credit_cooperative?: string | null;
}

export interface SupplierValues {
  readonly website: string | null;
  /** Empty means every type. */
  readonly product_type_ids: readonly number[];
  readonly coverage: CoverageValues;
}

/** The values of a new account, validated and in their stored form. */
export interface NewAccount {
  readonly profile:
    | { readonly user_type: 'produtor'; readonly producer: ProducerValues }
    | { readonly user_type: 'fornecedor'; readonly supplier: SupplierValues }
    | { readonly user_type: 'admin'; readonly admin_role: AdminRole }
    | { readonly user_type: 'consultor' };
  readonly status: UserStatus;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  /**
   * Set when an administrator, who vouches for the address, created the account: notifications then
   * do not wait until the address is confirmed.
   */
  readonly vouched?: boolean;
  /** Null until the person chooses a password. */
  readonly password_hash: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly document: { readonly type: DocumentType; readonly number: string } | null;
  readonly addresses: readonly AddressValues[];
}
