import { QueryClient } from '@tanstack/react-query';
import { endpointTable } from 'virtual:endpoint-table';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { createAnswerMemory } from '../api/answer-memory.ts';
import { createClient, type ApiClient, type Caller } from '../api/client.ts';
import { createOfflineCache } from '../session/offline-cache.ts';
import { createDraftStorage, type DraftStorage } from '../session/draft-storage.ts';
import { renewEarly } from '../session/early-renewal.ts';
import { createRenewal, type Lock } from '../session/renewal.ts';
import { createSessionStore, type SessionStore } from '../session/session-store.ts';
import type { Change } from '../api/endpoint-types.ts';
import type { PortalDefinition } from './definition.ts';
import { askReady, createConnectivity, type Connectivity } from './connectivity.ts';

/**
 * How long signing out waits for the service, in milliseconds: a network that only seems to work
 * must not delay it.
 */
const LONGEST_GOODBYE = 4_000;

/**
 * How long a renewal waits for the service, in milliseconds: no other begins meanwhile. The next one
 * gets the same answer, if this one's was lost.
 */
const LONGEST_RENEWAL = 8_000;

/** The services that all screens of a portal use, created once. */
export interface Portal {
  readonly definition: PortalDefinition;
  readonly session: SessionStore;
  /** Asks as the user who is signed in; what `usePortal` returns asks as the user of its screen alone. */
  readonly api: ApiClient;
  /** Returns an API that refuses (`SessionEnded`) once another user than this one is signed in. */
  readonly apiOf: (userId: number) => ApiClient;
  readonly queries: QueryClient;
  /** Invalidates the cached reads that a change makes stale; those on screen are read again. */
  readonly invalidateAfter: (change: Change) => Promise<void>;
  readonly connectivity: Connectivity;
  readonly drafts: DraftStorage;
  /** Ends the session here, in the other tabs, and on the service if it is reachable. */
  readonly leave: (options?: { readonly removeDrafts?: boolean }) => Promise<void>;
}

/**
 * Returns the reads that a change makes stale. Which they are is not part of the first load; where it
 * cannot be loaded, all are.
 */
async function staleAfter(change: Change): Promise<readonly string[] | 'all'> {
  try {
    const { staleReads } = await import('virtual:stale-reads');
    return staleReads[change] ?? [];
  } catch {
    return 'all';
  }
}

export function createPortal(definition: PortalDefinition): Portal {
  const prefix = `lavra.${definition.name}`;
  const queries = createQueries();
  const connectivity = createConnectivity({
    isReady: askReady,
    onBack: () => {
      void queries.invalidateQueries();
    },
  });
  const session = createSessionStore(`${prefix}.session`, {
    storage: localStorage,
    channel: new BroadcastChannel(`${prefix}.session`),
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.readAgain();
  });
  const drafts = createDraftStorage(
    definition.name,
    localStorage,
    () => session.ended() === 'erased',
  );
  session.subscribe(() => {
    // Also in the other tabs, which may have stored something until they heard of it.
    if (session.ended() === 'erased') drafts.removeAll();
  });
  const offlineCache = createOfflineCache({
    prefix: `${prefix}.answers`,
    session,
    endpoints: definition.offlineReads,
    caches: 'caches' in globalThis ? globalThis.caches : undefined,
  });
  const memory = createAnswerMemory();
  session.subscribe(() => memory.clear());
  const renew = createRenewal({ store: session, exchange, lock: lockOf(`${prefix}.renewal`) });
  const clientOf = (caller: () => Caller | undefined): ApiClient =>
    createClient({
      table: endpointTable,
      tokens: { caller, renew },
      watch: connectivity.report,
      memory,
      offlineCache,
      onStored: connectivity.showStored,
    });
  renewEarly(session, renew);

  return {
    definition,
    session,
    api: clientOf(session.get),
    apiOf: (userId) =>
      clientOf(() => {
        const current = session.get();
        return current?.user.id === userId ? current : undefined;
      }),
    queries,
    invalidateAfter: async (change) => {
      const stale = await staleAfter(change);
      if (stale === 'all') return queries.invalidateQueries();
      await Promise.all(stale.map((read) => queries.invalidateQueries({ queryKey: [read] })));
    },
    connectivity,
    drafts,
    leave: async ({ removeDrafts = false } = {}) => {
      const caller = session.get();
      // The device first: other tabs must know why before the service refuses them, and the service
      // may be unreachable.
      session.clear(removeDrafts ? 'erased' : 'left');
      queries.clear();
      const renewOld = async (stale: Caller) => (await exchange(stale.token)).token;
      await createClient({
        table: endpointTable,
        tokens: { caller: () => caller, renew: renewOld },
      })
        .call('logout', { signal: AbortSignal.timeout(LONGEST_GOODBYE) })
        .catch(() => undefined);
    },
  };
}

/** Exchanges a token for its successor. */
async function exchange(token: string) {
  const response = await fetch('/api/v1/refresh', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(LONGEST_RENEWAL),
  }).catch((error: unknown) => {
    throw new NoAnswer(error);
  });
  if (!response.ok) throw new ApiError(response.status, {});
  const { token: next, expires_at } = (await response.json()) as {
    token: string;
    expires_at: string;
  }; // RefreshReply
  return { token: next, expiresAt: expires_at };
}

/**
 * Creates the query client. Reads are retried with growing delays only when no response arrived: a
 * refusal is final, and a device without a network need not retry.
 */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => error instanceof NoAnswer && navigator.onLine && failures < 2,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Returns a lock shared by all tabs where the browser supports locks; within one tab renewals are
 * already merged into one.
 */
function lockOf(name: string): Lock {
  const { locks } = navigator as { locks?: LockManager }; // absent outside secure contexts
  return locks === undefined ? (work) => work() : (work) => locks.request(name, work);
}
