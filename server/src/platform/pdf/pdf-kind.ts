/** Names the module that prints one kind of document, and the function in it: `(data: Data) => Promise<Buffer>`. */
export interface PdfKind<Data> {
  readonly module: string;
  readonly render: string;
  /** Only ever a type: what `render` takes. */
  readonly data?: Data;
}

/** All the documents a renderer can print, by name. */
export type PdfKinds = Readonly<Record<string, PdfKind<unknown>>>;

/** What a kind prints from. */
export type DataOf<Kind> = Kind extends PdfKind<infer Data> ? Data : never;

/** A kind printed by the function `render` of `module`, loaded in the worker thread alone. */
export function pdfKind<Data>(module: URL, render: string): PdfKind<Data> {
  return { module: module.href, render };
}

/** One order to the worker thread. */
export interface PdfJob {
  readonly kind: string;
  readonly data: unknown;
}

/** What comes back for it. */
export type PdfReply = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly failure: string };
