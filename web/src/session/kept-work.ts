/** Unsent input of a user, stored on this device under the user's id until it is sent. */
export interface KeptWork {
  find(userId: number, key: string): unknown;
  keep(userId: number, key: string, values: unknown): void;
  forget(userId: number, key: string): void;
  /** Deletes the drafts of all users of this device. */
  forgetAll(): void;
}

export function createKeptWork(prefix: string, storage: Storage): KeptWork {
  const nameOf = (userId: number, key: string): string => `${prefix}.${userId}.${key}`;
  return {
    find: (userId, key) => {
      try {
        return JSON.parse(storage.getItem(nameOf(userId, key)) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep: (userId, key, values) => storage.setItem(nameOf(userId, key), JSON.stringify(values)),
    forget: (userId, key) => storage.removeItem(nameOf(userId, key)),
    forgetAll: () => {
      for (const name of Object.keys(storage))
        if (name.startsWith(`${prefix}.`)) storage.removeItem(name);
    },
  };
}
