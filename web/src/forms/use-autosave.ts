import { useEffect, useRef, useState } from 'react';
import { usePortal, useSession } from '../runtime/context.tsx';
import {
  createAutosave,
  type Autosave,
  type Base,
  type DraftFormat,
  type DraftStart,
  type LocalDraft,
  type SaveState,
} from './autosave.ts';

interface UseAutosave<Draft, Stored extends Base> extends DraftFormat<Draft, Stored> {
  readonly start: DraftStart<Draft, Stored>;
  readonly send: (draft: Draft, base: Base | undefined) => Promise<Stored>;
  readonly find: (base: Base | undefined) => Promise<Stored | undefined>;
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** Where unsaved input is kept on this device. */
  readonly local: LocalDrafts<Draft>;
  /** Called with each version that the service returned. */
  readonly onStored?: (stored: Stored) => void;
  /** Called after the page was left and its pending changes were sent. */
  readonly onLeft?: () => void;
}

/** A draft while it is edited: kept on this device as it is typed, and saved a moment later. */
export interface AutosavedDraft<Draft, Stored> extends Pick<
  Autosave<Draft, Stored>,
  'flush' | 'base'
> {
  readonly draft: Draft;
  readonly state: SaveState<Stored>;
  /** The version last returned by the service. */
  readonly stored: Stored | undefined;
  readonly change: (next: (draft: Draft) => Draft) => void;
  /** Replaces the draft by the service's version. */
  readonly take: (stored: Stored) => void;
  /** Keeps the draft, on top of the service's version. */
  readonly keepMine: (theirs: Stored) => void;
}

interface LocalDrafts<Draft> {
  find(): LocalDraft<Draft> | undefined;
  save(draft: LocalDraft<Draft>): void;
  remove(): void;
}

/** Returns the place on this device for one draft of the signed-in person. */
export function useLocalDraft<Draft>(key: string): LocalDrafts<Draft> {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  return {
    find: () => {
      // Written by `save` below, maybe in another release.
      const found = drafts.find(userId, key) as Partial<LocalDraft<Draft>> | undefined;
      return found?.draft === undefined ? undefined : { draft: found.draft, base: found.base };
    },
    save: (draft) => drafts.save(userId, key, draft),
    remove: () => drafts.remove(userId, key),
  };
}

/**
 * Saves a draft while it is edited (`createAutosave`). The options are those of the first render.
 */
export function useAutosave<Draft, Stored extends Base>({
  start,
  local,
  onStored,
  onLeft,
  ...options
}: UseAutosave<Draft, Stored>): AutosavedDraft<Draft, Stored> {
  const [draft, setDraft] = useState(start.draft);
  const [state, setState] = useState(start.state);
  const [stored, setStored] = useState(start.stored);
  const current = useRef(draft);
  const { session } = usePortal();
  const owner = useSession()?.user.id;
  const [saver] = useState(() =>
    createAutosave<Draft, Stored>({
      ...options,
      start,
      keep: (unsaved) => (unsaved === undefined ? local.remove() : local.save(unsaved)),
      onState: setState,
      onStored: (next) => {
        // Answered after another person has signed in: it is not theirs to keep.
        if (session.get()?.user.id !== owner) return;
        setStored(next);
        onStored?.(next);
      },
    }),
  );
  useSaveMoments(saver, onLeft);
  const show = (next: Draft): void => {
    current.current = next;
    setDraft(next);
  };
  return {
    draft,
    state,
    stored,
    flush: saver.flush,
    base: saver.base,
    change: (next) => {
      show(next(current.current));
      saver.change(current.current);
    },
    take: (theirs) => {
      show(options.read(theirs));
      saver.adopt(theirs);
    },
    keepMine: (theirs) => saver.adopt(theirs, current.current),
  };
}

/**
 * Saves what the editor began with; then when the connection is back, when the window is hidden or
 * shown, and when the page is left.
 */
function useSaveMoments(
  saver: Pick<Autosave<never, never>, 'resume' | 'hold' | 'flush'>,
  onLeft: (() => void) | undefined,
): void {
  const { connectivity } = usePortal();
  useEffect(() => {
    const save = (): void => {
      void saver.flush();
    };
    if (connectivity.get() === 'online') saver.resume();
    else saver.hold();
    const unsubscribe = connectivity.subscribe(() => {
      if (connectivity.get() === 'online') save();
    });
    document.addEventListener('visibilitychange', save);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', save);
      void saver.flush().then(onLeft);
    };
  }, [saver, connectivity]);
}
