import { useEffect, useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { chooseFrom, readChoice, toggleChoice, writeChoice } from './choice.ts';

/**
 * Returns the proposals chosen for comparison: those in the address; without any there, those last
 * chosen on this device.
 */
export function useChoice(order: string, known: readonly string[]) {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const [search, change] = useAddress();
  const [said, setSaid] = useState<string>();
  const key = `comparar.${order}`;
  const stored = drafts.find(userId, key);
  const { chosen, notice } = chooseFrom(
    search['comparar'] === undefined && Array.isArray(stored)
      ? stored.filter((one) => typeof one === 'string')
      : readChoice(search['comparar']),
    known,
  );
  useEffect(() => {
    if (notice !== undefined) setSaid(notice);
  }, [notice]);
  const toggle = (uuid: string): void => {
    const next = toggleChoice(chosen, uuid);
    setSaid(next.notice);
    if (next.chosen.length === 0) drafts.remove(userId, key);
    else drafts.save(userId, key, next.chosen);
    change({ comparar: writeChoice(next.chosen) }, { replace: true });
  };
  return { chosen, toggle, notice: said };
}
