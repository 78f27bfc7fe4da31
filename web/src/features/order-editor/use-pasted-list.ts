import { useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';

/** Returns the list that was pasted for an order and is not part of it yet; this device keeps it until it is. */
export function usePastedList(order: string): readonly [string, (text: string) => void] {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `lista.${order}`;
  const [pasted, setPasted] = useState(() => {
    const found = drafts.find(userId, key);
    return typeof found === 'string' ? found : '';
  });
  const paste = (text: string): void => {
    setPasted(text);
    if (text === '') drafts.remove(userId, key);
    else drafts.save(userId, key, text);
  };
  return [pasted, paste];
}
