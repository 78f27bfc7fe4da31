/** Under which number the input of a visitor is stored, who has no account. */
export const VISITOR = 0;

/** Unsent input of a user, stored on this device under the user's id until it is sent. */
export interface DraftStorage {
  find(userId: number, key: string): unknown;
  /** Stores input; a device without room keeps what it had, so that typing goes on. */
  save(userId: number, key: string, values: unknown): void;
  remove(userId: number, key: string): void;
  /** Deletes the drafts of all users of this device, in every portal. */
  removeAll(): void;
}

/**
 * Creates the storage of a portal's drafts. While `isErased()`, no user's are stored: a late answer
 * would bring back what the user has erased.
 */
export function createDraftStorage(
  portal: string,
  storage: Storage,
  isErased: () => boolean,
): DraftStorage {
  const nameOf = (userId: number, key: string): string => `lavra.${portal}.work.${userId}.${key}`;
  return {
    find: (userId, key) => {
      try {
        return JSON.parse(storage.getItem(nameOf(userId, key)) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    save: (userId, key, values) => {
      if (userId !== VISITOR && isErased()) return;
      try {
        storage.setItem(nameOf(userId, key), JSON.stringify(values));
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
      }
    },
    remove: (userId, key) => storage.removeItem(nameOf(userId, key)),
    removeAll: () => {
      for (const name of Object.keys(storage))
        if (/^lavra\.\w+\.work\./.test(name)) storage.removeItem(name);
    },
  };
}
