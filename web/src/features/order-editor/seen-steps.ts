import { useEffect, useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { steps, type Step } from './draft-values.ts';

/** Returns the place on this device for the steps of an order that its producer has seen. */
export function useSeenStorage() {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const keyOf = (order: string): string => `vistas.${order}`;
  return {
    find: (order: string): readonly Step[] => {
      // Written by `save` below, maybe in another release.
      const found = drafts.find(userId, keyOf(order));
      return Array.isArray(found) ? steps.filter((step) => found.includes(step)) : [];
    },
    save: (order: string, seen: readonly Step[]) => drafts.save(userId, keyOf(order), seen),
    remove: (order: string) => drafts.remove(userId, keyOf(order)),
  };
}

/** Returns the steps of an order that were shown on this device, `step` from now on among them. */
export function useSeenSteps(order: string, step: Step): readonly Step[] {
  const storage = useSeenStorage();
  const [seen, setSeen] = useState(() => storage.find(order));
  const all = seen.includes(step) ? seen : [...seen, step];
  useEffect(() => {
    if (seen.includes(step)) return;
    storage.save(order, all);
    setSeen(all);
  });
  return all;
}
