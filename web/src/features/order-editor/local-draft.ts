import { usePortal, useSession } from '../../runtime/context.tsx';
import type { DraftValues } from './draft-values.ts';

/** A draft as stored on the device, and the version it is based on. */
export interface LocalDraft {
  readonly values: DraftValues;
  readonly version: number;
}

/** Stores a draft on the device until all of it is stored on the service. */
export function useLocalDraft(name: string) {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `cotacao.${name}`;
  return {
    // written by `save` below
    find: (): LocalDraft | undefined => drafts.find(userId, key) as LocalDraft | undefined,
    save: (draft: LocalDraft): void => drafts.save(userId, key, draft),
    remove: (): void => drafts.remove(userId, key),
  };
}
