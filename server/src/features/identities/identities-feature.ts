export {
  findIdentityLeaks,
  holdsContact,
  maskOfOwner,
  maskOfProducer,
  maskOfSupplier,
  maskWords,
  type Mask,
  type OwnerIdentity,
} from './identity-masks.ts';
export { identityColumns, identityJoins, identitySql } from './identity-sql.ts';
