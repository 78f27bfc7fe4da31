import fs from 'node:fs';

// Reads compose.yaml for the tests: blocks by indentation, flow maps and lists, anchors, aliases
// and merges. Rejects any other YAML, so that no test passes on syntax it did not understand.

type Node = string | boolean | Node[] | { [key: string]: Node };

/** Returns the file as plain values with merges applied: strings, booleans, lists, objects. */
export function readYaml(file: string): unknown {
  const lines = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line));
  const anchors = new Map<string, Node>();
  let at = 0;

  const indentOf = (line: string | undefined): number =>
    line === undefined ? -1 : line.length - line.trimStart().length;

  function block(indent: number): Node {
    if (lines[at]?.trimStart().startsWith('- ') === true) {
      const list: Node[] = [];
      for (; indentOf(lines[at]) === indent; at += 1)
        list.push(scalar(lines[at]?.trim().slice(2) ?? ''));
      return list;
    }
    const map: { [key: string]: Node } = {};
    while (indentOf(lines[at]) === indent) {
      const [, key = '', rest = ''] =
        /^([\w<.-]+):(?:\s+(.*))?$/.exec(lines[at]?.trim() ?? '') ?? fail(lines[at] ?? '');
      at += 1;
      const [, anchor, value = ''] = /^(?:&(\w+)\s*)?(.*)$/.exec(rest) ?? [];
      put(
        map,
        key,
        value === '' ? block(Math.max(indentOf(lines[at]), indent + 1)) : flow(value),
        anchor,
      );
    }
    return map;
  }

  function put(map: { [key: string]: Node }, key: string, value: Node, anchor?: string): void {
    if (anchor !== undefined) anchors.set(anchor, value);
    if (key !== '<<') map[key] = value;
    else if (typeof value === 'object' && !Array.isArray(value))
      for (const [name, inherited] of Object.entries(value)) map[name] ??= inherited;
    else fail(`a merge of ${JSON.stringify(value)}`);
  }

  /** Parses a value on one line: a flow map or list, an alias, or a word. */
  function flow(text: string): Node {
    let rest = text;
    const take = (pattern: RegExp): string => {
      const [found = ''] = pattern.exec(rest) ?? fail(text);
      rest = rest.slice(found.length).trimStart();
      return found;
    };
    const value = (): Node => {
      if (rest.startsWith('[')) return items(']', () => value());
      if (rest.startsWith('{')) {
        const map: { [key: string]: Node } = {};
        items('}', () => {
          const key = take(/^[\w<.-]+:/).slice(0, -1);
          put(map, key, value());
          return '';
        });
        return map;
      }
      if (rest.startsWith('*')) return anchors.get(take(/^\*\w+/).slice(1)) ?? fail(text);
      return scalar(take(rest.startsWith('"') ? /^"[^"]*"/ : /^[^,\]}]+/).trim());
    };
    const items = (end: string, item: () => Node): Node[] => {
      const list: Node[] = [];
      take(/^[[{]/);
      while (!rest.startsWith(end)) {
        list.push(item());
        if (rest.startsWith(',')) take(/^,/);
      }
      take(/^[\]}]/);
      return list;
    };
    if (!/^[[{*]/.test(text)) return scalar(text);
    const whole = value();
    return rest === '' ? whole : fail(text);
  }

  const whole = block(0);
  return at === lines.length ? whole : fail(lines[at] ?? '');
}

const scalar = (text: string): Node =>
  /^".*"$/.test(text)
    ? text.slice(1, -1)
    : text === 'true'
      ? true
      : text === 'false'
        ? false
        : text;
function fail(what: string): never {
  throw new Error(`not understood: ${what}`);
}
