import type { SupplierOrder } from '@lavra/contract/orders/schemas';
import type { Proposal, ProposalDraftBody } from '@lavra/contract/proposals/schemas';
import { ApiError, isPassing } from '../../api/api-error.ts';
import { countProblems } from './draft-checks.ts';
import { bodyOf, draftOf, isSameDraft, type Draft } from './draft.ts';

/** The stored draft that the screen's changes are based on. */
export interface Base {
  readonly uuid: string;
  readonly version: number;
}

/** How safely the input is stored. */
export type SaveState =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | {
      readonly kind: 'device';
      readonly why: 'offline' | 'problems' | 'refused';
      readonly sentence: string;
    }
  | { readonly kind: 'conflict'; readonly theirs: Proposal };

interface SaverOptions {
  readonly order: Pick<SupplierOrder, 'items'>;
  readonly base: Base | undefined;
  /** Sends a POST without a base, else a PUT with its version. */
  readonly send: (body: ProposalDraftBody, base: Base | undefined) => Promise<Proposal>;
  /** Returns the newest draft of this order on the service. */
  readonly findTheirs: () => Promise<Proposal | undefined>;
  /**
   * Stores unsaved changes on this device together with their base; undefined once they are saved.
   */
  readonly storeLocally: (
    unsaved: { readonly draft: Draft; readonly base: Base | undefined } | undefined,
  ) => void;
  readonly onState: (state: SaveState) => void;
  readonly onSaved?: (proposal: Proposal) => void;
  readonly delay?: number;
}

export interface DraftSaver {
  /** Stores a change on the device at once, and saves it a moment after the last change. */
  change(draft: Draft): void;
  /** Saves pending changes now; resolves to true when nothing is left to save. */
  flush(): Promise<boolean>;
  /** Continues from the service's version: after a conflict, or an uploaded sheet. */
  adopt(proposal: Proposal, draft?: Draft): void;
  /** Returns the version on the service, if this screen ever saved or opened one. */
  base(): Base | undefined;
  stop(): void;
}

/**
 * Saves a proposal's draft, one request at a time, always with the latest input. The first save
 * creates the draft; later ones name its version, so that two tabs never overwrite each other
 * unnoticed. A request whose response was lost is recognised by its result on the service.
 */
export function createDraftSaver({
  order,
  send,
  findTheirs,
  storeLocally,
  onState,
  onSaved,
  delay = 1500,
  ...start
}: SaverOptions): DraftSaver {
  let base = start.base;
  let unsaved: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;

  const settle = (proposal: Proposal, sent: Draft): void => {
    base = { uuid: proposal.uuid, version: proposal.version };
    if (unsaved === sent) unsaved = undefined;
    storeLocally(unsaved === undefined ? undefined : { draft: unsaved, base });
    onState(
      unsaved === undefined ? { kind: 'saved', at: proposal.updated_at } : { kind: 'waiting' },
    );
    onSaved?.(proposal);
  };

  /**
   * Compares with the service's draft: it may come from another tab or device, or from this very
   * request if its response was lost. Reports a conflict when the drafts differ.
   */
  const meet = async (sent: Draft): Promise<boolean> => {
    const theirs = await findTheirs();
    if (theirs === undefined) return refuse('Este rascunho não existe mais no servidor.');
    if (!isSameDraft(order, draftOf(order, theirs), sent))
      return stand({ kind: 'conflict', theirs });
    settle(theirs, sent);
    return true;
  };
  const stand = (state: SaveState): false => {
    onState(state);
    return false;
  };
  const refuse = (sentence: string): false => stand({ kind: 'device', why: 'refused', sentence });

  const save = async (draft: Draft): Promise<boolean> => {
    const problems = countProblems(draft);
    if (problems > 0)
      return stand({
        kind: 'device',
        why: 'problems',
        sentence:
          problems === 1
            ? 'Corrija um campo para salvar.'
            : `Corrija ${problems} campos para salvar.`,
      });
    onState({ kind: 'saving' });
    try {
      if (base === undefined && (await findTheirs()) !== undefined) return await meet(draft);
      settle(await send(bodyOf(order, draft), base), draft);
      return true;
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'stale_version' || error.status === 404))
        return meet(draft).catch(failed);
      return failed(error);
    }
  };
  const failed = (error: unknown): false => {
    if (isPassing(error))
      return stand({
        kind: 'device',
        why: 'offline',
        sentence: 'Sem conexão: enviamos quando o sinal voltar.',
      });
    return refuse(error instanceof Error ? error.message : String(error));
  };

  const run = async (): Promise<boolean> => {
    clearTimeout(timer);
    if (unsaved === undefined) return true;
    // Input typed meanwhile is saved next.
    return (await save(unsaved)) && run();
  };
  const flush = (): Promise<boolean> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    flush,
    base: () => base,
    change: (draft) => {
      unsaved = draft;
      storeLocally({ draft, base });
      if (running === undefined) onState({ kind: 'waiting' });
      clearTimeout(timer);
      timer = setTimeout(() => {
        void flush();
      }, delay);
    },
    adopt: (proposal, draft) => {
      clearTimeout(timer);
      base = { uuid: proposal.uuid, version: proposal.version };
      unsaved = draft;
      storeLocally(draft === undefined ? undefined : { draft, base });
      onState(
        draft === undefined ? { kind: 'saved', at: proposal.updated_at } : { kind: 'waiting' },
      );
      if (draft !== undefined) void flush();
    },
    stop: () => clearTimeout(timer),
  };
}
