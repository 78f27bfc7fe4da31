/** The only place that reads the environment. Values are trimmed; empty counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;

export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const entries = Object.entries(source).map(([name, value]) => [name, value?.trim() === '' ? undefined : value?.trim()] as const);
  return Object.fromEntries(entries);
}
