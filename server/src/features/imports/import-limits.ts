import { MAX_IMPORT_ROWS } from '@lavra/contract/admin/import';
import type { CsvLimits } from '../../platform/csv/csv-read.ts';

export const IMPORT_LIMITS: CsvLimits = { rows: MAX_IMPORT_ROWS, columns: 64, cellBytes: 4096 };
