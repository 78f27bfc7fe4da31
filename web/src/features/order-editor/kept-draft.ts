import { usePortal, useSession } from '../../portal/context.tsx';
import type { DraftValues } from './draft-values.ts';

/** A draft as it lies on the device, and the version it was filled in on. */
export interface KeptDraft {
  readonly values: DraftValues;
  readonly version: number;
}

/** The device's own copy of a draft: there until all of it is stored. */
export function useKeptDraft(name: string) {
  const { keptWork } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `cotacao.${name}`;
  return {
    find: (): KeptDraft | undefined => keptWork.find(userId, key) as KeptDraft | undefined, // written by `keep` below
    keep: (draft: KeptDraft): void => keptWork.keep(userId, key, draft),
    forget: (): void => keptWork.forget(userId, key),
  };
}
