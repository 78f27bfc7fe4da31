/** Every generated person has one living session, whose token follows from the record's id. */
export const supplierToken = (supplierId: number): string =>
  `bench-supplier-token-${String(supplierId).padStart(8, '0')}`;
export const producerToken = (producerId: number): string =>
  `bench-producer-token-${String(producerId).padStart(8, '0')}`;
/** The only administrator's. */
export const ADMIN_TOKEN = 'bench-admin-token-00000001';

/** The same in SQL, for the session's hash. */
export const tokenHashSql = (profile: 'supplier' | 'producer' | 'admin', id: string): string =>
  `sha256(convert_to('bench-${profile}-token-' || lpad(${id}::text, 8, '0'), 'UTF8'))`;
