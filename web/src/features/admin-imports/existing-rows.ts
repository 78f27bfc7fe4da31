import { useQuery } from '@tanstack/react-query';
import type { ImportGridRow, ImportRecord } from '@lavra/contract/admin/import';
import { keyOf } from '../../data/use-api.ts';
import { usePortal } from '../../runtime/context.tsx';

/** The most rows that the service sends at once. */
const MOST_ROWS = 100;
/** The most pages of rows that are read to count them. */
const MOST_PAGES = 10;

/** How many of the rows without errors are imported, and how many are passed over. */
export interface Importable {
  /** The rows that create something; at most so many where `existing` is undefined. */
  readonly fresh: number;
  /** The rows whose record exists already; undefined where they were not counted. */
  readonly existing: number | undefined;
  readonly isReading: boolean;
}

/**
 * Counts the rows of a preview that exist already by their marks: those of the page that is shown,
 * where it has all rows without errors, else those of all pages. Larger imports are not counted.
 */
export function useImportable({ import_id, state, summary, rows }: ImportRecord): Importable {
  const { api } = usePortal();
  const { valid } = summary;
  const shown = rows.filter(({ status }) => status === 'success');
  const hasAll = shown.length === valid;
  const input = (page: number) => ({
    params: { import_id },
    query: { status: 'success' as const, per_page: MOST_ROWS, page },
  });
  const pages = Array.from({ length: Math.ceil(valid / MOST_ROWS) }, (_, index) => index + 1);
  const counted = useQuery({
    queryKey: [...keyOf('getImport', input(1)), 'existing', valid],
    enabled: state === 'previewed' && !hasAll && pages.length <= MOST_PAGES,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const read = await Promise.all(
        pages.map((page) => api.read('getImport', { ...input(page), signal })),
      );
      return read.flatMap((one) => one.rows).filter(exists).length;
    },
  });
  const existing = hasAll ? shown.filter(exists).length : counted.data;
  return { fresh: valid - (existing ?? 0), existing, isReading: counted.isLoading };
}

/** Returns true for a row without errors that creates nothing. */
const exists = ({ status, action }: ImportGridRow): boolean =>
  status === 'success' && action === 'skip';
