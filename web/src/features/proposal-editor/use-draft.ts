import type { SupplierOrder } from '@lavra/contract/orders/schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useEffect, useRef, useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { createDraftSaver, type Base, type DraftSaver, type SaveState } from './draft-saver.ts';
import { draftOf, isSameDraft, type Draft } from './draft.ts';

interface LocalDraft {
  readonly draft: Draft;
  readonly base: Base | undefined;
}

export interface OpenedDraft {
  readonly order: SupplierOrder;
  /** The draft on the service; a new one is created by the first save. */
  readonly proposal: Proposal | undefined;
  /** Another proposal to start from. */
  readonly basis: Proposal | undefined;
}

export interface DraftState {
  readonly draft: Draft;
  readonly state: SaveState;
  /** True when earlier input that had not reached the service was restored. */
  readonly restored: boolean;
  /** The draft as last returned by the service. */
  readonly saved: Proposal | undefined;
  readonly saver: DraftSaver;
  readonly change: (next: (draft: Draft) => Draft) => void;
  /** Replaces the local draft by the service's version. */
  readonly take: (proposal: Proposal) => void;
  /** Keeps the local draft, on top of the service's version. */
  readonly keepMine: (theirs: Proposal) => void;
}

/** Manages a draft that is stored on this device while it is typed, and saved a moment later. */
export function useDraft({ order, proposal, basis }: OpenedDraft): DraftState {
  const { api, invalidateAfter, drafts, connectivity } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `proposta.${order.uuid}`;
  const [start] = useState(() =>
    begin({ order, proposal, basis }, drafts.find(userId, key) as LocalDraft | undefined),
  ); // written by `storeLocally` below
  const [draft, draw] = useState(start.draft);
  const [state, setState] = useState<SaveState>(start.state);
  const [saved, setSaved] = useState(proposal);
  const current = useRef(draft);

  const [saver] = useState(() =>
    createDraftSaver({
      order,
      base: start.base,
      onState: setState,
      onSaved: setSaved,
      send: (body, base) =>
        base === undefined
          ? api.call('saveProposalDraft', { params: { order: order.uuid }, body })
          : api.call('updateSupplierProposal', {
              params: { id: base.uuid },
              body,
              ifMatch: base.version,
            }),
      findTheirs: async () =>
        (await api.call('listOwnProposals', { params: { order: order.uuid } })).find(
          ({ is_draft }) => is_draft,
        ),
      storeLocally: (unsaved) => {
        if (unsaved === undefined) drafts.remove(userId, key);
        else saveIfThereIsRoom(() => drafts.save(userId, key, unsaved));
      },
    }),
  );

  useEffect(() => {
    if (start.unsaved) saver.change(current.current);
    const save = (): void => {
      void saver.flush();
    };
    const back = connectivity.subscribe(() => {
      if (connectivity.get() === 'online') save();
    });
    document.addEventListener('visibilitychange', save);
    return () => {
      back();
      document.removeEventListener('visibilitychange', save);
      // Leaving the page saves pending changes and invalidates the reads that show proposals.
      void saver.flush().then(() => invalidateAfter('updateSupplierProposal'));
    };
  }, [saver, connectivity, start, invalidateAfter]);

  const become = (next: Draft): void => {
    current.current = next;
    draw(next);
  };
  return {
    draft,
    state,
    saved,
    saver,
    restored: start.restored,
    change: (next) => {
      become(next(current.current));
      saver.change(current.current);
    },
    take: (theirs) => {
      become(draftOf(order, theirs));
      setSaved(theirs);
      saver.adopt(theirs);
    },
    keepMine: (theirs) => saver.adopt(theirs, current.current),
  };
}

interface Start {
  readonly draft: Draft;
  readonly base: Base | undefined;
  readonly state: SaveState;
  readonly unsaved: boolean;
  readonly restored: boolean;
}

/**
 * Returns the initial state: this device's unsaved draft when the service still has its base, a
 * conflict between both when it does not.
 */
function begin({ order, proposal, basis }: OpenedDraft, local: LocalDraft | undefined): Start {
  const base =
    proposal === undefined ? undefined : { uuid: proposal.uuid, version: proposal.version };
  const stored = draftOf(order, proposal);
  const asStored: Start = {
    draft: stored,
    base,
    state:
      proposal === undefined ? { kind: 'untouched' } : { kind: 'saved', at: proposal.updated_at },
    unsaved: false,
    restored: false,
  };
  if (local !== undefined && isOf(order, local.draft) && !isSameDraft(order, local.draft, stored)) {
    const goesOn = local.base?.uuid === base?.uuid && local.base?.version === base?.version;
    if (goesOn || proposal === undefined)
      return {
        draft: local.draft,
        base,
        state: { kind: 'waiting' },
        unsaved: true,
        restored: true,
      };
    return {
      draft: local.draft,
      base,
      state: { kind: 'conflict', theirs: proposal },
      unsaved: false,
      restored: true,
    };
  }
  return proposal === undefined && basis !== undefined
    ? { ...asStored, draft: draftOf(order, basis), unsaved: true }
    : asStored;
}

/** Returns true when a stored draft fits this order; it may come from another release. */
function isOf({ items }: SupplierOrder, draft: Partial<Draft>): draft is Draft {
  return (
    draft.terms !== undefined &&
    draft.rows?.length === items.length &&
    draft.rows.every((row, index) => row.itemId === items[index]?.id)
  );
}

/**
 * Ignores storage errors: a full device must not block typing, because the service stores the draft
 * anyway.
 */
function saveIfThereIsRoom(save: () => void): void {
  try {
    save();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
