/** An answer as it was received, with the tag that the service gave it. */
export interface RememberedAnswer {
  readonly tag: string;
  readonly answer: unknown;
}

/** Remembers answers by URL, so that one that has not changed is not sent again. */
export interface AnswerMemory {
  find(token: string | undefined, url: string): RememberedAnswer | undefined;
  store(token: string | undefined, url: string, remembered: RememberedAnswer): void;
  clear(): void;
}

/** As many answers as the screens of a visit read; the oldest are forgotten first. */
const MOST = 60;

/** Creates a memory for one tab. It holds the answers to one token: those to another are removed. */
export function createAnswerMemory(): AnswerMemory {
  let owner: string | undefined;
  const answers = new Map<string, RememberedAnswer>();
  return {
    find: (token, url) => (token === owner ? answers.get(url) : undefined),
    store: (token, url, remembered) => {
      if (token !== owner) answers.clear();
      owner = token;
      answers.delete(url);
      answers.set(url, remembered);
      const [oldest] = answers.keys();
      if (answers.size > MOST && oldest !== undefined) answers.delete(oldest);
    },
    clear: () => answers.clear(),
  };
}
