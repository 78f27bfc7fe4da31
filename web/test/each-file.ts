import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// What one test leaves must not reach the next: all of them share one document and one storage.

configure({
  // A busy machine must not decide a test.
  asyncUtilTimeout: 30_000,
  // Without the document, which hides the message.
  getElementError: (message) => new Error(message ?? ''),
});

const noNetwork = (): Promise<never> => Promise.reject(new TypeError('this test has no network'));
vi.stubGlobal('fetch', noNetwork);

afterEach(() => {
  cleanup();
  vi.stubGlobal('fetch', noNetwork); // what a portal still asks for must not reach a real one
  localStorage.clear();
  sessionStorage.clear();
});
