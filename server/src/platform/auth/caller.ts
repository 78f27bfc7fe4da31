import type { Permission } from '@lavra/domain/account/permissions';
import type { AdminRole } from '@lavra/domain/account/user-type';

/** The owner of a valid token. Cached by token hash; validity is checked again for each request. */
interface Person {
  readonly userId: number;
  readonly sessionId: number;
  readonly permissions: ReadonlySet<Permission>;
}
export interface SupplierIdentity extends Person {
  readonly userType: 'fornecedor';
  readonly supplierId: number;
}
export interface ProducerIdentity extends Person {
  readonly userType: 'produtor';
  readonly producerId: number;
}
export interface AdminIdentity extends Person {
  readonly userType: 'admin';
  readonly adminRole: AdminRole;
}
export interface ConsultantIdentity extends Person {
  readonly userType: 'consultor';
}
export type Identity = SupplierIdentity | ProducerIdentity | AdminIdentity | ConsultantIdentity;

/** Who asks: the owner of the token that the request carries. */
interface Bearer {
  readonly tokenHash: Buffer;
}
export type SupplierCaller = SupplierIdentity & Bearer;
export type ProducerCaller = ProducerIdentity & Bearer;
export type AdminCaller = AdminIdentity & Bearer;
export type ConsultantCaller = ConsultantIdentity & Bearer;
export type Caller = SupplierCaller | ProducerCaller | AdminCaller | ConsultantCaller;
