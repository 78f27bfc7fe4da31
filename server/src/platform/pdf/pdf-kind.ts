/**
 * Names the module that renders one kind of document, and the function in it:
 * `(data: Data) => Promise<Buffer>`.
 */
export interface PdfKind<Data> {
  readonly module: string;
  readonly render: string;
  /** Exists only at type level: the argument of `render`. */
  readonly data?: Data;
}

/** All the documents a renderer can render, by name. */
export type PdfKinds = Readonly<Record<string, PdfKind<unknown>>>;

/** The data that a kind is rendered from. */
export type DataOf<Kind> = Kind extends PdfKind<infer Data> ? Data : never;

/**
 * Declares a kind rendered by the function `render` of `module`, which is loaded in the worker
 * thread alone.
 */
export function pdfKind<Data>(module: URL, render: string): PdfKind<Data> {
  return { module: module.href, render };
}

/** One request to the worker thread. */
export interface PdfJob {
  readonly kind: string;
  readonly data: unknown;
}

/** The worker thread's reply. */
export type PdfReply = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly failure: string };
