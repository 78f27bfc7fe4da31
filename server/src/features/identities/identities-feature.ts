export {
  findIdentityLeaks,
  maskOfOwner,
  maskOfProducer,
  maskOfSupplier,
  maskWords,
  withoutContacts,
  type Mask,
  type OwnerIdentity,
} from './identity-masks.ts';
export { identityColumns, identityJoins, identitySql } from './identity-sql.ts';
