import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767px)';

/** Returns whether the screen is as narrow as a phone's, where other things are open at first. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(PHONE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(PHONE).matches,
  );
