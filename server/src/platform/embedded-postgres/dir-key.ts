import { createHash } from 'node:crypto';

/**
 * Returns twelve hex digits that stand for a folder in names that must stay short (sockets, locks).
 */
export function dirKey(dir: string): string {
  return createHash('sha256').update(dir).digest('hex').slice(0, 12);
}
