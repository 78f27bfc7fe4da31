import { useState } from 'react';

/** One key for one operation as long as its dialog is open: pressed twice, or sent again after no answer, it happens once. */
export const useOperationKey = (): string => useState(newKey)[0];

function newKey(): string {
  // Where the page is not served safely there is no randomUUID.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
