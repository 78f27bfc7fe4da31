import type { AdminRole } from '@lavra/domain/account/user-type';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { AddressKind } from '@lavra/domain/address/address-kind';
import type { CoverageKind } from '@lavra/domain/address/coverage-kind';
import type { DocumentType } from '@lavra/domain/document/document';

/** An address in its stored form; the city is IBGE's code. */
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

/** Only the list of its kind is filled. */
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
  /** None means every type. */
  readonly product_type_ids: readonly number[];
  readonly coverage: CoverageValues;
}

/** Everything a new account is made of, validated and in its stored form. */
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
  /** Made by an administrator, who answers for the address: what others are told of does not wait for it to be confirmed. */
  readonly vouched?: boolean;
  /** Absent until the person chooses one. */
  readonly password_hash: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly document: { readonly type: DocumentType; readonly number: string } | null;
  readonly addresses: readonly AddressValues[];
}
