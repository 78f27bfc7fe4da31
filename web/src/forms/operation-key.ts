import { useState } from 'react';

/** One key for one operation as long as its dialog is open: pressed twice, or sent again after no answer, it happens once. */
export const useOperationKey = (): string => useState(newKey)[0];

/** A key that nobody else has, also where the page is not served safely and there is no `randomUUID`. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
