import { readSession, type Session } from './session.ts';

/**
 * Why there is no session any more: the user signed out, here or in another tab, or did so and erased
 * all drafts of this device, or the service ended it.
 */
export type SessionEnd = 'left' | 'left_elsewhere' | 'erased' | 'expired';

/** The session of a portal on this device, shared by all its tabs. */
export interface SessionStore {
  readonly get: () => Session | undefined;
  /** Returns why the last session ended, until the next one begins. */
  readonly ended: () => SessionEnd | undefined;
  readonly set: (session: Session) => void;
  /** Changes a part of the session; another user's data are ignored. */
  readonly change: (part: Partial<Session>) => void;
  readonly clear: (why: SessionEnd) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The browser APIs it depends on. */
export interface Device {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}

export function createSessionStore(key: string, { storage, channel }: Device): SessionStore {
  let session = readSession(storage.getItem(key));
  let ended: SessionEnd | undefined;
  const listeners = new Set<() => void>();
  const replace = (next: Session | undefined, why: SessionEnd | undefined): void => {
    session = next;
    ended = why;
    for (const listener of listeners) listener();
  };
  const write = (next: Session | undefined, why?: SessionEnd): void => {
    if (next === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(next));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
    channel.postMessage(why);
  };
  const set = (next: Session): void => {
    write(next);
    replace(next, undefined);
  };
  channel.addEventListener('message', ({ data }) => {
    // A message only says to read the storage, and why there is nothing.
    const stored = readSession(storage.getItem(key));
    if (stored === undefined && session === undefined) return;
    const why = data === 'expired' || data === 'erased' ? data : 'left_elsewhere';
    replace(stored, stored === undefined ? why : undefined);
  });
  return {
    // Another tab may have just renewed or ended it, so the storage is newer than this tab's memory.
    get: () => {
      const stored = session && readSession(storage.getItem(key));
      if (stored !== undefined && stored.token !== session?.token) session = stored;
      return stored && session;
    },
    ended: () => ended,
    set,
    change: (part) => {
      const stored = readSession(storage.getItem(key));
      if (stored === undefined || (part.user ?? stored.user).id !== stored.user.id) return;
      set({ ...stored, ...part });
    },
    clear: (why) => {
      write(undefined, why);
      replace(undefined, why);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
