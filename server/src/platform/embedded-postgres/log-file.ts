import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MAX_BYTES = 5_000_000;
const CHECK_EVERY_MS = 60_000;

/**
 * An open log: `fd` for the server's output, `readNew()` for what was written since it was opened.
 */
export interface LogFile extends Disposable {
  readonly fd: number;
  readNew(): string;
}

/** Opens the log at its end, after rotating a large one. */
export function openLog(dataDir: string): LogFile {
  const path = logPath(dataDir);
  const fd = openSync(path, 'a', 0o600);
  rotateLargeLog(path);
  const start = statSync(path).size;
  return {
    fd,
    readNew: () => readFileSync(path).subarray(start).toString('utf8').trim(),
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/** Keeps the log bounded while this process lives, without keeping the process alive. */
export function boundLog(dataDir: string): Disposable {
  const timer = setInterval(() => rotateLargeLog(logPath(dataDir)), CHECK_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Rotates a large log: its content moves to `.1`. The server's descriptor appends, so it continues
 * at the start.
 */
export function rotateLargeLog(path: string, maxBytes: number = MAX_BYTES): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** Returns `<folder>.log` beside the data folder, or inside it where the parent is not writable. */
export function logPath(dataDir: string): string {
  try {
    accessSync(dirname(dataDir), constants.W_OK);
    return join(dirname(dataDir), `${basename(dataDir)}.log`);
  } catch {
    return join(dataDir, 'postgres.log');
  }
}
