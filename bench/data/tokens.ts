/**
 * Returns the session token of a supplier. Every generated user has one active session, whose token
 * is derived from the record's id.
 */
export const supplierToken = (supplierId: number): string =>
  `bench-supplier-token-${String(supplierId).padStart(8, '0')}`;
export const producerToken = (producerId: number): string =>
  `bench-producer-token-${String(producerId).padStart(8, '0')}`;
/** The token of the only administrator. */
export const ADMIN_TOKEN = 'bench-admin-token-00000001';

/** The token of the only consultant. */
export const CONSULTANT_TOKEN = 'bench-consultant-token-00000001';

/** Returns SQL for the session's hash of the same token. */
export const tokenHashSql = (
  profile: 'supplier' | 'producer' | 'admin' | 'consultant',
  id: string,
): string => `sha256(convert_to('bench-${profile}-token-' || lpad(${id}::text, 8, '0'), 'UTF8'))`;
