import type { Proof, Size, Verdict } from './proof.ts';

// The process of one proof: `run.ts` starts it and receives the verdict.

export interface Task {
  readonly file: string;
  readonly part: 'proof' | 'control';
  readonly size: Size;
  readonly seed: number;
}

process.once('message', (task: Task) => {
  prove(task).then(
    (verdict) => process.send?.(verdict, () => process.exit(0)),
    (error: unknown) => {
      const failed: Verdict = {
        figures: [],
        broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      };
      // A control that crashes has not shown that the proof finds the fault.
      process.send?.({ ...failed, crashed: true }, () => process.exit(1));
    },
  );
});

async function prove({ file, part, size, seed }: Task): Promise<Verdict> {
  const { proof } = (await import(file)) as { proof: Proof }; // every module of proofs/ exports one
  const asked = part === 'proof' ? proof : proof.control;
  if (asked === undefined) throw new Error(`${file} has no control`);
  return asked.prove(size, seed);
}
