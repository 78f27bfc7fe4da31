import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * A `sh` fence of a guide: its lines in the document, and the output that the `text` fence right
 * after it states.
 */
export interface Block {
  readonly line: number;
  readonly end: number;
  readonly expected: string | undefined;
}

/** A statement of a guide that is not true; `line` is the document's. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

interface Fence {
  readonly language: string;
  readonly line: number;
  readonly end: number;
  readonly content: string;
}

/** Returns the `sh` fences of a Markdown text, in order. */
export function blocksOf(markdown: string): Block[] {
  const fences = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ 0: whole, 1: language = '', 2: content = '', index }): Fence => {
      const line = markdown.slice(0, index).split('\n').length + 1;
      return { language, content, line, end: line + whole.split('\n').length - 2 };
    },
  );
  return fences.flatMap(({ language, line, end }, at) => {
    const next = fences[at + 1];
    return language === 'sh'
      ? [{ line, end, expected: next?.language === 'text' ? next.content.trim() : undefined }]
      : [];
  });
}

const MARK = '\u001E';

/**
 * Returns the document as one script: each block keeps its line numbers, so that the shell's
 * messages match the document, and prints where it begins.
 */
function scriptOf(markdown: string): string {
  const blocks = blocksOf(markdown);
  return markdown
    .split('\n')
    .map((content, index) => {
      const line = index + 1;
      if (blocks.some((block) => block.line === line + 1)) return `printf '\\036${line + 1}\\n'`;
      return blocks.some((block) => line >= block.line && line < block.end) ? content : '';
    })
    .join('\n');
}

/**
 * Runs a guide from its first block to its last, as one `sh -eu`. Returns where the output differs
 * from the guide. `folder` is for the script.
 */
export async function runGuide(
  markdown: string,
  { cwd, env, folder }: { cwd: string; env: Readonly<Record<string, string>>; folder: string },
): Promise<Problem[]> {
  const script = path.join(folder, 'guide.sh');
  fs.writeFileSync(script, scriptOf(markdown));
  const shell = spawn('sh', ['-eu', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaints, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close'),
  ]);
  return problemsOf(blocksOf(markdown), { printed, complaints, code: Number(code) });
}

function problemsOf(
  blocks: readonly Block[],
  { printed, complaints, code }: { printed: string; complaints: string; code: number },
): Problem[] {
  const outputs = new Map(
    printed
      .split(MARK)
      .slice(1)
      .map((part) => {
        const [line = '', ...output] = part.replaceAll('\r', '').split('\n');
        return [Number(line), output.join('\n').trim()];
      }),
  );
  const last = [...outputs.keys()].at(-1);
  return blocks.flatMap(({ line, expected }): Problem[] => {
    const output = outputs.get(line);
    if (output === undefined) return code === 0 ? [{ line, message: 'never ran' }] : [];
    if (line === last && code !== 0)
      return [{ line, message: `ended with ${code}\n${complaints}${output}` }];
    return expected === undefined || prints(output, expected)
      ? []
      : [{ line, message: `printed\n${output}\nand not\n${expected}` }];
  });
}

/**
 * Returns true when the output is exactly as expected; `…` stands for anything within its line, and
 * alone on a line for any number of lines.
 */
function prints(output: string, expected: string): boolean {
  const pattern = expected
    .split('\n')
    .map((line) =>
      line === '…'
        ? String.raw`(?:\n[^]*?)?`
        : String.raw`\n${line.split('…').map(escape).join('.*?')}`,
    );
  return new RegExp(`^${pattern.join('')}$`).test(`\n${output}`);
}

const escape = (literal: string): string =>
  literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
