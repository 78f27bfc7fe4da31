declare module 'virtual:endpoint-table' {
  export const endpointTable: Readonly<Record<string, string>>;
}

declare module 'virtual:stale-reads' {
  /** The reads that each change makes stale; none for a change without an entry. */
  export const staleReads: Readonly<Record<string, readonly string[]>>;
}
