declare module 'virtual:endpoint-table' {
  export const endpointTable: Readonly<Record<string, string>>;
}
