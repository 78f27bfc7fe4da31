import { usePortal, useSession } from '../../runtime/context.tsx';
import type { DraftValues } from './draft-values.ts';

/** A draft as stored on the device, and the version it is based on. */
export interface KeptDraft {
  readonly values: DraftValues;
  readonly version: number;
}

/** Stores a draft on the device until all of it is stored on the service. */
export function useKeptDraft(name: string) {
  const { keptWork } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `cotacao.${name}`;
  return {
    // written by `keep` below
    find: (): KeptDraft | undefined => keptWork.find(userId, key) as KeptDraft | undefined,
    keep: (draft: KeptDraft): void => keptWork.keep(userId, key, draft),
    forget: (): void => keptWork.forget(userId, key),
  };
}
