import { useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import type { Basket } from './basket.ts';

/** Returns what was chosen of an order on this device, where it stays until it is bought. */
export function useBasket(order: string): readonly [Basket, (next: Basket) => void] {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `compra.${order}`;
  const [basket, setBasket] = useState<Basket>(() => read(drafts.find(userId, key)));
  const save = (next: Basket): void => {
    setBasket(next);
    if (next.size === 0) drafts.remove(userId, key);
    else drafts.save(userId, key, [...next]);
  };
  return [basket, save];
}

/** Reads pairs of item and proposal; what is none is left out. */
const read = (stored: unknown): Basket =>
  new Map(
    (Array.isArray(stored) ? stored : []).flatMap((pair: unknown) =>
      Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string'
        ? [[pair[0], pair[1]] as const]
        : [],
    ),
  );
