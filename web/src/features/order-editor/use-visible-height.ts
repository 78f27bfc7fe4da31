import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  const seen = globalThis.visualViewport;
  seen?.addEventListener('resize', onChange);
  return () => seen?.removeEventListener('resize', onChange);
};

/**
 * Returns the height of the page that an on-screen keyboard leaves visible, as a CSS length; the
 * units of CSS include what the keyboard covers.
 */
export const useVisibleHeight = (): string =>
  useSyncExternalStore(subscribe, () =>
    globalThis.visualViewport === null
      ? '100dvh'
      : `${Math.round(globalThis.visualViewport.height)}px`,
  );
