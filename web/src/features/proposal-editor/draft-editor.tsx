import { Button } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CheckField } from '../../forms/fields.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { useConnectivity } from '../../runtime/context.tsx';
import { Card } from '../../ui/page.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast, useScreenToast } from '../../ui/toasts.tsx';
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
  const { draft, change } = state;
  const [onlyOpen, setOnlyOpen] = useState<ReadonlySet<number>>();
  const [showsConflict, showConflict] = useState(true);
  useFirstCell();
  const setRows = (next: (rows: readonly DraftRow[]) => readonly DraftRow[]): void =>
    change((now) => ({ ...now, rows: next(now.rows) }));
  return (
    <>
      <Recovered state={state} />
      <IdentityWarnings proposal={state.stored} />
      <Card flush>
        <div>
          <Tools
            {...{ order, state }}
            isFiltered={onlyOpen !== undefined}
            onFilter={setOnlyOpen}
            onConflict={() => showConflict(true)}
          />
          <ItemsGrid order={order} rows={draft.rows} only={onlyOpen} onRows={setRows} />
        </div>
      </Card>
      <TermsForm
        last={order.last_terms}
        terms={draft.terms}
        onChange={(part) => change((now) => ({ ...now, terms: { ...now.terms, ...part } }))}
      />
      <Foot
        {...{ order, state }}
        onConflict={() => showConflict(true)}
        onShowAll={() => setOnlyOpen(undefined)}
      />
      {showsConflict && (
        <Conflict order={order} state={state} onClose={() => showConflict(false)} />
      )}
    </>
  );
}

interface ConflictProps extends Pick<FootProps, 'order' | 'state'> {
  readonly onClose: () => void;
}

/** Asks which version stays, where the draft was changed elsewhere too. */
const Conflict = ({ order, state, onClose }: ConflictProps) =>
  state.state.kind === 'conflict' && (
    <ConflictDialog
      order={order}
      mine={state.draft}
      theirs={state.state.theirs}
      onMine={state.keepMine}
      onTheirs={state.take}
      onClose={onClose}
    />
  );

/** Puts the focus on the price that the address names, or on the first one. */
function useFirstCell(): void {
  const [search] = useAddress();
  const wanted = readNumber(search['item'], 0);
  useEffect(() => {
    const row = wanted === 0 ? '' : `[data-item="${wanted}"] `;
    document
      .querySelector<HTMLElement>(`${row}[data-cell="price"]`)
      ?.focus({ preventScroll: wanted === 0 });
  }, [wanted]);
}

/** Returns what leads to the review: only a draft that the service has stored as it is shown. */
function useReview({ order: { uuid }, state, onConflict, onShowAll }: FootProps) {
  const navigate = useNavigate();
  const latest = useRef(state);
  latest.current = state;
  const isOffline = useConnectivity() === 'offline';
  return async (): Promise<void> => {
    if (state.state.kind === 'conflict') return onConflict();
    if (isOffline) {
      toast(OFFLINE, { tone: 'danger' });
      return;
    }
    if ((await state.flush()) && state.base() !== undefined)
      return navigate({ to: supplierPaths.proposalReview(uuid) });
    toast(reasonOf(latest.current) ?? 'Preencha pelo menos um item antes de revisar.', {
      tone: 'danger',
    });
    flushSync(onShowAll); // the wrong one may not be among the open ones
    const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'center' });
  };
}

interface FootProps {
  readonly order: SupplierOrder;
  readonly state: DraftState;
  readonly onConflict: () => void;
  /** Shows every item, whatever the filter. */
  readonly onShowAll: () => void;
}

/** Below the terms: the totals, and the ways to save the draft and to review it. */
function Foot(props: FootProps) {
  const { state } = props;
  const isOffline = useConnectivity() === 'offline';
  const review = useReview(props);
  const save = (): void => {
    void state.flush();
  };
  useSaveKey(save);
  return (
    <TotalsBar
      draft={state.draft}
      problem={isOffline ? OFFLINE : reasonOf(state)}
      onSave={save}
      onReview={() => {
        void review();
      }}
      busy={state.state.kind === 'saving'}
    />
  );
}

interface ToolsProps extends Omit<FootProps, 'onShowAll'> {
  readonly isFiltered: boolean;
  /** Shows only these items, by their ids; all without. */
  readonly onFilter: (ids: ReadonlySet<number> | undefined) => void;
}

/** Above the grid: how far the draft is saved, and what is done with all of its items. */
function Tools({ order, state, isFiltered, onFilter, onConflict }: ToolsProps) {
  const screenToast = useScreenToast();
  const { rows } = state.draft;
  const open = rows.filter((row) => !answersItem(row));
  return (
    <div className={styles['tools']}>
      <SaveBadge draft={state} onConflict={onConflict} />
      <div className={styles['toolsEnd']}>
        <CheckField
          label="Só pendentes"
          checked={isFiltered}
          onChange={(on) => onFilter(on ? new Set(open.map(({ itemId }) => itemId)) : undefined)}
        />
        {order.closure_type === 'aberta' && rows.length > 1 && (
          <Button
            variant="default"
            size="sm"
            // Keeps its place, so that nothing moves when the first price is typed.
            {...(open.length > 0 && open.length < rows.length ? {} : { className: styles['held'] })}
            data-rest
            onClick={() => declineRest(state, screenToast)}
          >
            {open.length === 1
              ? 'Não cotar o item que falta'
              : `Não cotar os ${open.length} que faltam`}
          </Button>
        )}
        <QuoteSheet order={order} state={state} />
      </div>
    </div>
  );
}

const OFFLINE =
  'Sem conexão: fica neste aparelho, e o rascunho é salvo quando o sinal voltar. Depois, envie a proposta.';

/** Returns why the draft cannot be saved, and therefore not reviewed. */
const reasonOf = ({ state }: Pick<DraftState, 'state'>): string | undefined =>
  state.kind === 'refused' ? state.sentence : undefined;

const Recovered = ({ state }: { readonly state: DraftState }) =>
  state.isRestored ? (
    <Notice title="Recuperamos o que você preencheu neste aparelho." role="status">
      <p>Isto ainda não tinha chegado ao servidor.</p>
    </Notice>
  ) : null;

/** Marks every row without an answer as "não cotado"; can be undone. */
function declineRest({ draft, change }: DraftState, show: ReturnType<typeof useScreenToast>): void {
  const before = draft.rows;
  change((now) => ({
    ...now,
    rows: now.rows.map((row) => (answersItem(row) ? row : { ...row, answer: 'none' })),
  }));
  show('Os itens que faltavam ficaram como não cotados.', {
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
