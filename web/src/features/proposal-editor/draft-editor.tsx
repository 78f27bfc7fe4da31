import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CheckField } from '../../forms/fields.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { Card } from '../../ui/page.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { answersItem } from './draft-checks.ts';
import type { DraftRow } from './draft.ts';
import styles from './editor.module.css';
import { IdentityWarnings } from './identity-warnings.tsx';
import { ItemsGrid } from './items-grid.tsx';
import { QuoteSheet } from './quote-sheet.tsx';
import { SaveBadge } from './save-badge.tsx';
import { TermsForm } from './terms-form.tsx';
import { TotalsBar } from './totals-bar.tsx';
import { useDraft, type DraftState, type OpenedDraft } from './use-draft.ts';

/** The grid, the terms, and the controls around them. */
export function DraftEditor({ opened }: { readonly opened: OpenedDraft }) {
  const { order } = opened;
  const state = useDraft(opened);
  const { draft, change, saver } = state;
  const [search] = useAddress();
  const wanted = readNumber(search['item'], 0);
  const navigate = useNavigate();
  const [onlyOpen, setOnlyOpen] = useState<ReadonlySet<number>>();
  const [showsConflict, showConflict] = useState(true);
  useSaveKey(() => {
    void saver.flush();
  });
  useEffect(() => {
    if (wanted !== 0)
      document.querySelector<HTMLElement>(`[data-item="${wanted}"] [data-cell="price"]`)?.focus();
  }, [wanted]);

  const setRows = (next: (rows: readonly DraftRow[]) => readonly DraftRow[]): void =>
    change((now) => ({ ...now, rows: next(now.rows) }));
  const open = draft.rows.filter((row) => !answersItem(row));
  const review = async (): Promise<void> => {
    if ((await saver.flush()) && saver.base() !== undefined)
      await navigate({ to: supplierPaths.proposalReview(order.uuid) });
    else if (saver.base() === undefined)
      toast('Preencha pelo menos um item antes de revisar.', { tone: 'danger' });
  };
  return (
    <>
      <Recovered state={state} />
      <IdentityWarnings proposal={state.saved} />
      <Card flush>
        <div>
          <div className={styles['tools']}>
            <SaveBadge state={state.state} onConflict={() => showConflict(true)} />
            <div className={styles['toolsEnd']}>
              <CheckField
                label="Só pendentes"
                checked={onlyOpen !== undefined}
                onChange={(on) =>
                  setOnlyOpen(on ? new Set(open.map(({ itemId }) => itemId)) : undefined)
                }
              />
              {order.closure_type === 'aberta' &&
                open.length > 0 &&
                open.length < draft.rows.length && (
                  <Button variant="default" size="sm" onClick={() => declineRest(state)}>
                    {open.length === 1
                      ? 'Não cotar o item que falta'
                      : `Não cotar os ${open.length} que faltam`}
                  </Button>
                )}
              <QuoteSheet order={order} state={state} />
            </div>
          </div>
          <ItemsGrid order={order} rows={draft.rows} only={onlyOpen} onRows={setRows} />
        </div>
      </Card>
      <TermsForm
        terms={draft.terms}
        onChange={(part) => change((now) => ({ ...now, terms: { ...now.terms, ...part } }))}
      />
      <TotalsBar
        draft={draft}
        onSave={() => {
          void saver.flush();
        }}
        onReview={() => {
          void review();
        }}
        busy={state.state.kind === 'saving'}
      />
      {state.state.kind === 'conflict' && showsConflict && (
        <ConflictDialog
          order={order}
          mine={draft}
          theirs={state.state.theirs}
          onMine={state.keepMine}
          onTheirs={state.take}
          onClose={() => showConflict(false)}
        />
      )}
    </>
  );
}

const Recovered = ({ state }: { readonly state: DraftState }) =>
  state.restored ? (
    <Notice title="Recuperamos o que você preencheu neste aparelho." role="status">
      <p>Isto ainda não tinha chegado ao servidor.</p>
    </Notice>
  ) : null;

/** Marks every row without an answer as "não cotado"; can be undone. */
function declineRest({ draft, change }: DraftState): void {
  const before = draft.rows;
  change((now) => ({
    ...now,
    rows: now.rows.map((row) => (answersItem(row) ? row : { ...row, answer: 'none' })),
  }));
  toast('Os itens que faltavam ficaram como não cotados.', {
    undo: () => change((now) => ({ ...now, rows: before })),
  });
}

/** Makes Ctrl+S save the draft instead of the page. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      save();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
