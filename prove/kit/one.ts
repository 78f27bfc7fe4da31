import type { Proof, Size, ProofResult } from './proof.ts';

// The process of one proof: `run.ts` starts it and receives the result.

export interface Task {
  readonly file: string;
  readonly part: 'proof' | 'control';
  readonly size: Size;
  readonly seed: number;
}

process.once('message', (task: Task) => {
  prove(task).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      const failed: ProofResult = {
        figures: [],
        broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      };
      // A control that crashes has not shown that the proof finds the fault.
      process.send?.({ ...failed, crashed: true }, () => process.exit(1));
    },
  );
});

async function prove({ file, part, size, seed }: Task): Promise<ProofResult> {
  const { proof } = (await import(file)) as { proof: Proof }; // every module of proofs/ exports one
  const asked = part === 'proof' ? proof : proof.control;
  if (asked === undefined) throw new Error(`${file} has no control`);
  return asked.prove(size, seed);
}
