import type { SortKey } from '../../platform/db/list-page.ts';

/** The sort keys of every list of people; the account's alias is `u`. */
export const personSortKeys = {
  name: { expression: 'u.name_key', type: 'text' },
  email: { expression: 'u.email_key', type: 'text' },
  status: { expression: 'u.status', type: 'text' },
  created_at: { expression: 'u.created_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<string, SortKey>>;
