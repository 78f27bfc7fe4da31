import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';

// A process with process ids, mounts and a network of its own: it sees only what it started, and
// the kernel ends and removes all of that with it, however it ends.

/** What a sandboxed program sends back. */
type Message<Result> = { readonly result: Result } | { readonly error: string };

/**
 * Runs a program in a sandbox of its own and returns what it answers to `task`. Needs root.
 */
export async function inSandbox<Task, Result>(file: string, task: Task): Promise<Result> {
  const separated = ['--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child'];
  // The shell is the first process: it collects the exit codes of those whose parent ended.
  const shell = ['--mount-proc', 'sh', '-c', '"$0" "$@"; exit $?', process.execPath];
  const child = fork(file, {
    execPath: 'unshare',
    execArgv: [...separated, ...shell],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(task as object);
  const ended = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message').then(([answer]) => answer as Message<Result>),
    ended.then(() => undefined),
  ]);
  child.kill('SIGKILL'); // and with it everything inside
  await ended;
  if (message === undefined) throw new Error(`the sandbox ended with ${child.exitCode ?? '?'}`);
  if ('error' in message) throw new Error(message.error);
  return message.result;
}

/** Answers the one task of a sandboxed program. */
export function answerTask<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.once('disconnect', () => process.exit(1)); // the proof has ended
  process.once('message', (task: Task) => {
    work(task).then(
      (result) => process.send?.({ result } satisfies Message<Result>),
      (error: unknown) =>
        process.send?.({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies Message<Result>),
    );
  });
}

/** Runs a program to its end and returns its output; throws with all of it when it fails. */
export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  return stdout.trim();
}
