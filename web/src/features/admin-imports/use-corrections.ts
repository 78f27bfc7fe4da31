import type { ImportRecord } from '@lavra/contract/admin/import';
import { useEffect, useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { reasonOf } from '../../api/reason-of.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { toast } from '../../ui/toasts.tsx';

export type Cells = Readonly<Record<string, string>>;
type Edits = ReadonlyMap<number, Cells>;

/** Returns the corrections of the cells that `isLeft` names. */
const onlyCells = (
  edits: Edits,
  isLeft: (row: number, name: string, text: string) => boolean,
): Edits =>
  new Map(
    [...edits].flatMap(([row, cells]) => {
      const left = Object.entries(cells).filter(([name, text]) => isLeft(row, name, text));
      return left.length === 0 ? [] : [[row, Object.fromEntries(left)] as const];
    }),
  );

/** Returns the corrections without those that were sent, unless they were changed meanwhile. */
const unsent = (edits: Edits, sent: Edits): Edits =>
  onlyCells(edits, (row, name, text) => sent.get(row)?.[name] !== text);

/**
 * The corrections that were typed, kept on this device until the service accepts them, and their
 * check by the service. Belongs to the page: which rows are shown, and whether any, does not concern
 * what was typed. `record` is undefined until it was read.
 */
export function useCorrections(
  importId: ImportRecord['import_id'],
  record: Pick<ImportRecord, 'state' | 'columns'> | undefined,
) {
  const correct = useChange('correctImport');
  const kept = useKeptEdits(importId, record);
  const [edits, setEdits] = useState(kept.find);
  const [isRestored, setRestored] = useState(edits.size > 0);
  const [problem, setProblem] = useState<string>();
  const [checks, setChecks] = useState(0);
  const write = (row: number, cells: Cells): Edits => {
    const next = new Map(edits).set(row, { ...edits.get(row), ...cells });
    setEdits(next);
    kept.save(next);
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
      // Not what this screen holds: it may have been left, and opened again, meanwhile.
      kept.save(unsent(kept.find(), wanted));
      setRestored(false);
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
  const discard = (): void => {
    setEdits(new Map());
    kept.save(new Map());
    setRestored(false);
    setProblem(undefined);
  };
  const count = [...edits.values()].reduce((sum, cells) => sum + Object.keys(cells).length, 0);
  const { isPending } = correct;
  return { edits, count, isRestored, problem, isPending, checks, write, send, discard };
}

export type Corrections = ReturnType<typeof useCorrections>;

/**
 * The corrections of an import that this device keeps for the user, without passwords; none once
 * the import can no longer be corrected.
 */
function useKeptEdits(
  importId: ImportRecord['import_id'],
  record: Pick<ImportRecord, 'state' | 'columns'> | undefined,
) {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `importacao.${importId}`;
  const isOver = record !== undefined && record.state !== 'previewed';
  useEffect(() => {
    if (isOver) drafts.remove(userId, key);
  }, [isOver, drafts, userId, key]);
  const secrets = record?.columns.flatMap(({ name, secret }) => (secret ? [name] : [])) ?? [];
  return {
    find: (): Edits => readEdits(drafts.find(userId, key)),
    save: (edits: Edits): void => {
      const open = onlyCells(edits, (_row, name) => !secrets.includes(name));
      if (open.size === 0) drafts.remove(userId, key);
      else drafts.save(userId, key, [...open]);
    },
  };
}

/** Reads pairs of row and cells; what is none is left out. */
const readEdits = (stored: unknown): Edits =>
  new Map(
    (Array.isArray(stored) ? stored : []).flatMap((pair: unknown) =>
      Array.isArray(pair) && typeof pair[0] === 'number' && isCells(pair[1])
        ? [[pair[0], pair[1]] as const]
        : [],
    ),
  );

const isCells = (value: unknown): value is Cells =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');
