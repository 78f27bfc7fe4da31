export { findBetrayals, maskOfProducer, maskOfSupplier, type Mask } from './identity-masks.ts';
export { identityColumns, identityJoins, identitySql } from './identity-sql.ts';
