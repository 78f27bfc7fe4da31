import type { ImportRecord } from '@lavra/contract/admin/import';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { reasonOf } from '../../forms/reason-of.ts';
import { countOf } from '../../text/decimal.ts';
import { toast } from '../../ui/toasts.tsx';

export type Cells = Readonly<Record<string, string>>;
type Edits = ReadonlyMap<number, Cells>;

/** Returns the corrections without those that were sent, unless they were changed meanwhile. */
const unsent = (edits: Edits, sent: Edits): Edits =>
  new Map(
    [...edits].flatMap(([row, cells]) => {
      const left = Object.entries(cells).filter(([name, text]) => sent.get(row)?.[name] !== text);
      return left.length === 0 ? [] : [[row, Object.fromEntries(left)] as const];
    }),
  );

/**
 * The corrections that were typed, and their check by the service. Belongs to the page: which rows are
 * shown, and whether any, does not concern what was typed.
 */
export function useCorrections(importId: ImportRecord['import_id']) {
  const correct = useChange('correctImport');
  const [edits, setEdits] = useState<Edits>(new Map());
  const [problem, setProblem] = useState<string>();
  const [checks, setChecks] = useState(0);
  const write = (row: number, cells: Cells): Edits => {
    const next = new Map(edits).set(row, { ...edits.get(row), ...cells });
    setEdits(next);
    return next;
  };
  const send = async (wanted: Edits): Promise<void> => {
    if (wanted.size === 0 || correct.isPending) return;
    setProblem(undefined);
    try {
      const { summary } = await correct.mutateAsync({
        params: { import_id: importId },
        body: { rows: [...wanted].map(([row, cells]) => ({ row, cells })) },
      });
      setEdits((now) => unsent(now, wanted));
      setChecks((count) => count + 1);
      toast(
        summary.invalid === 0
          ? 'Conferida de novo: nenhuma linha com erro.'
          : `Conferida de novo: ${countOf(summary.invalid, ['linha', 'linhas'])} com erro.`,
        { about: 'recheck' },
      );
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  const count = [...edits.values()].reduce((sum, cells) => sum + Object.keys(cells).length, 0);
  return { edits, count, problem, isPending: correct.isPending, checks, write, send };
}

export type Corrections = ReturnType<typeof useCorrections>;
