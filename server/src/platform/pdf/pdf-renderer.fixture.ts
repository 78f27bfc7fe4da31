import { threadId } from 'node:worker_threads';
import { pdfKind } from './pdf-kind.ts';

const here = new URL(import.meta.url);

/** Kinds of documents that succeed and fail, for the renderer's tests. */
export const TEST_KINDS = {
  echo: pdfKind<string>(here, 'renderEcho'),
  thread: pdfKind<null>(here, 'renderThread'),
  slow: pdfKind<number>(here, 'renderSlow'),
  broken: pdfKind<null>(here, 'renderBroken'),
  exit: pdfKind<null>(here, 'renderExit'),
  late: pdfKind<null>(here, 'renderLateCrash'),
  hang: pdfKind<null>(here, 'renderForever'),
  missing: pdfKind<null>(here, 'renderNothing'),
  unsendable: pdfKind<() => void>(here, 'renderEcho'),
};

export async function renderEcho(text: string): Promise<Buffer> {
  return Buffer.from(text);
}

export async function renderThread(): Promise<Buffer> {
  return Buffer.from(String(threadId));
}

export async function renderSlow(milliseconds: number): Promise<Buffer> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return Buffer.from('slow');
}

export async function renderBroken(): Promise<Buffer> {
  throw new RangeError('not a decimal');
}

export async function renderExit(): Promise<Buffer> {
  process.exit(7);
}

export async function renderLateCrash(): Promise<Buffer> {
  setImmediate(() => {
    throw new Error('out of the blue');
  });
  return new Promise(() => {});
}

export async function renderForever(): Promise<Buffer> {
  for (;;);
}
