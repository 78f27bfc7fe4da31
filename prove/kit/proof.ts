/** `quick` is small enough for the suite; `long` is the size that the promise names. */
export type Size = 'quick' | 'long';

/** The result: figures to print, and what breaks the promise; empty when the promise holds. */
export interface ProofResult {
  readonly figures: readonly string[];
  readonly broken: readonly string[];
  /** What could not be tried on this machine, with the reason; it proves nothing either way. */
  readonly notShown?: readonly string[];
}

/** One promise and the check that would find it broken. */
export interface Proof {
  readonly title: string;
  /** The promise in one sentence, as published. */
  readonly promise: string;
  /** Programs that must be installed on the machine. */
  readonly needs?: readonly ('nginx' | 'redis-server')[];
  /**
   * Returns what the machine lacks to run the proof at this size, which is not shown then, or
   * undefined. Throws where `LAVRA_NEEDS` demands what is missing.
   */
  missing?(size: Size): string | undefined;
  /** The available sizes; a proof that the suite already runs has no quick one. */
  readonly sizes?: readonly Size[];
  prove(size: Size, seed: number): Promise<ProofResult>;
  /**
   * The same check on something made wrong on purpose: it must be found broken, or the proof proves
   * nothing.
   */
  readonly control?: {
    readonly what: string;
    prove(size: Size, seed: number): Promise<ProofResult>;
  };
}

/**
 * Returns the result of a control of several parts, each of which has to be found broken: where one
 * was tried and is not, none counts.
 */
export function allConvicted(parts: readonly ProofResult[]): ProofResult {
  const notShown = parts.flatMap((part) => part.notShown ?? []);
  const tried = parts.filter((part) => part.notShown === undefined);
  const free = tried.some(({ broken }) => broken.length === 0);
  return {
    figures: tried.flatMap(({ figures }) => figures),
    broken: free ? [] : tried.flatMap(({ broken }) => broken),
    ...(notShown.length > 0 && { notShown }),
  };
}

/** Collects what breaks a promise, the first ten of each kind. */
export class Broken {
  readonly #found = new Map<string, string[]>();
  #count = 0;

  add(kind: string, detail: string): void {
    this.#count += 1;
    const known = this.#found.get(kind) ?? [];
    this.#found.set(kind, known);
    known.push(known.length < 10 ? detail : '');
  }

  expect(holds: boolean, kind: string, detail: string): void {
    if (!holds) this.add(kind, detail);
  }

  get count(): number {
    return this.#count;
  }

  /** One line per kind. */
  get lines(): string[] {
    return [...this.#found].map(
      ([kind, details]) =>
        `${kind}: ${details.length}, ${details
          .filter((detail) => detail !== '')
          .slice(0, 3)
          .join(' | ')}`,
    );
  }
}

/** Returns the value below which the given share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const count = (n: number): string => n.toLocaleString('en-US');
export const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 0)} s`;
