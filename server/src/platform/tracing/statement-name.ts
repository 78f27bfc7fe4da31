/** Returns a statement's registered name, or the verb and the first table of SQL that has none. */
export function statementNameOf(text: string): string {
  if (!/\s/.test(text)) return text;
  const [, verb = 'sql'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(text) ?? [];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}
