import { useState } from 'react';

/**
 * Returns one idempotency key for as long as a dialog is open: pressed twice, or sent again after
 * no response, the operation happens once.
 */
export const useOperationKey = (): string => useState(newKey)[0];

/**
 * Returns a unique random key. Also works on pages not served over HTTPS, where `randomUUID` does
 * not exist.
 */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
