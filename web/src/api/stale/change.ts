import type { adminStale } from './admin.ts';
import type { commonStale } from './common.ts';
import type { producerStale } from './producer.ts';
import type { supplierStale } from './supplier.ts';

/** The endpoints that state what they make stale. */
export type Change =
  | keyof typeof commonStale
  | keyof typeof producerStale
  | keyof typeof supplierStale
  | keyof typeof adminStale;
