/** The parts that a request needs besides its route to get a 200. */
export interface GoodRequest {
  /** Replaces the path's parameter; several are separated by slashes. */
  readonly value?: string;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Instead of a body: a form with a file. */
  readonly form?: { readonly payload: Buffer; readonly headers: Readonly<Record<string, string>> };
  /** Replaces the caller's own token. */
  readonly token?: string;
}
