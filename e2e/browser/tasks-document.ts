import fs from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/back-office-tasks.md');

/** A task of the document: its title, and the clicks and key presses it states. */
export interface Task {
  readonly title: string;
  readonly clicks: number;
  readonly keys: number;
}

/**
 * Reads the tasks of `docs/back-office-tasks.md` by their number. Throws when one states no
 * numbers.
 */
export function readTasks(): ReadonlyMap<number, Task> {
  const sections = fs
    .readFileSync(file, 'utf8')
    .split(/^## (?=\d+\. )/m)
    .slice(1);
  return new Map(
    sections.map((section) => {
      const [, number, title] = /^(\d+)\. (.+)$/m.exec(section) ?? [];
      const [, clicks, keys] =
        /^\*\*(\d+) cliques\*\*, (\d+) teclas? de comando/m.exec(section) ?? [];
      if (title === undefined || clicks === undefined || keys === undefined)
        throw new Error(`a task without its numbers:\n${section.slice(0, 200)}`);
      return [Number(number), { title, clicks: Number(clicks), keys: Number(keys) }];
    }),
  );
}
