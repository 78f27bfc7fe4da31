import { readSession, type Session } from './session.ts';

/**
 * Why there is no session any more: the user signed out, here or in another tab, or did so and erased
 * all drafts of this device, or the service ended it.
 */
export type SessionEnd = 'left' | 'left_elsewhere' | 'erased' | 'expired';

const NO_ROOM =
  'Não há espaço neste aparelho para guardar a sua sessão. Apague os dados de sites que não usa, ou ' +
  'os deste, nas configurações do navegador.';

/** The session of a portal on this device, shared by all its tabs. */
export interface SessionStore {
  readonly get: () => Session | undefined;
  /** Returns why the last session ended, until the next one begins. */
  readonly ended: () => SessionEnd | undefined;
  /** Begins a session. Throws where the device has no room for it. */
  readonly set: (session: Session) => void;
  /** Changes a part of the session; another user's data are ignored, and what there is no room for. */
  readonly change: (part: Partial<Session>) => void;
  readonly clear: (why: SessionEnd) => void;
  /** Reads the storage, for a page that the browser had put away: it heard nothing meanwhile. */
  readonly readAgain: () => void;
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
    try {
      write(next);
    } catch (error) {
      throw new Error(NO_ROOM, { cause: error });
    }
    replace(next, undefined);
  };
  const readAgain = (why?: unknown): void => {
    const stored = readSession(storage.getItem(key));
    if (stored !== undefined) replace(stored, undefined);
    else if (session !== undefined)
      replace(stored, why === 'expired' || why === 'erased' ? why : 'left_elsewhere');
  };
  // A message only says to read the storage, and why there is nothing.
  channel.addEventListener('message', ({ data }) => readAgain(data));
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
      try {
        set({ ...stored, ...part });
      } catch {
        // The session stays as it was.
      }
    },
    clear: (why) => {
      write(undefined, why);
      replace(undefined, why);
    },
    readAgain: () => readAgain(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
