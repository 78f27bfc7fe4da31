import { Button } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { keepingMoney } from '../../ui/money.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { moneyOf, totalsOf } from './draft-checks.ts';
import { draftOf, type Draft, type DraftTerms } from './draft.ts';
import styles from './editor.module.css';

interface ConflictDialogProps {
  readonly order: SupplierOrder;
  readonly mine: Draft;
  readonly theirs: Proposal;
  readonly onMine: (theirs: Proposal) => void;
  readonly onTheirs: (theirs: Proposal) => void;
  readonly onClose: () => void;
}

/** Shows two versions of a draft; the user chooses which one to keep. */
export function ConflictDialog({
  order,
  mine,
  theirs,
  onMine,
  onTheirs,
  onClose,
}: ConflictDialogProps) {
  const stored = draftOf(order, theirs);
  return (
    <Dialog title="Este rascunho mudou em outro lugar" onClose={onClose}>
      {/* Enter, meant for the next cell, must choose neither. */}
      <p tabIndex={-1} data-autofocus>
        Outra aba, outro aparelho ou outra pessoa da empresa salvou esta proposta. Qual versão fica?
      </p>
      <div className={styles['versions']}>
        <Version title="Nesta tela" when="ainda não salva" draft={mine} />
        <Version
          title="No servidor"
          when={`salva em ${formatDateTime(theirs.updated_at)}`}
          draft={stored}
        />
      </div>
      <Differences order={order} mine={mine} stored={stored} />
      <DialogActions>
        <Button variant="default" onClick={() => onTheirs(theirs)}>
          Ficar com a do servidor
        </Button>
        <Button onClick={() => onMine(theirs)}>Ficar com a desta tela</Button>
      </DialogActions>
    </Dialog>
  );
}

interface DifferencesProps extends Pick<ConflictDialogProps, 'order' | 'mine'> {
  readonly stored: Draft;
}

/** Names the items and terms in which the versions differ. */
function Differences({ order, mine, stored }: DifferencesProps) {
  const changed = mine.rows.filter(
    (row, index) => JSON.stringify(row) !== JSON.stringify(stored.rows[index]),
  );
  const names = order.items
    .filter(({ id }) => changed.some(({ itemId }) => itemId === id))
    .map(({ product }) => product.name);
  const terms = changedTerms(mine.terms, stored.terms);
  return (
    <>
      {names.length > 0 && (
        <p className={styles['quiet']}>
          Diferença em {countOf(names.length, ['item', 'itens'])}: {names.slice(0, 5).join(', ')}
          {names.length > 5 ? ` e mais ${names.length - 5}` : ''}.
        </p>
      )}
      {terms.length > 0 && (
        <p className={styles['quiet']}>Diferença nas condições: {terms.join(', ')}.</p>
      )}
    </>
  );
}

const termNames: Readonly<Record<keyof DraftTerms, string>> = {
  freightKind: 'frete',
  freight: 'frete',
  deliveryDays: 'prazo de entrega',
  paymentTerms: 'pagamento',
  validity: 'validade',
  notes: 'observações',
  reference: 'sua referência',
  allowsPartial: 'venda em parte',
  minimum: 'venda em parte',
  freightRule: 'frete em compra parcial',
};

/** Returns the names of the terms that differ, each once. */
const changedTerms = (mine: DraftTerms, theirs: DraftTerms): readonly string[] => [
  ...new Set(
    (Object.keys(termNames) as (keyof DraftTerms)[]) // its own keys
      .filter((name) => mine[name] !== theirs[name])
      .map((name) => termNames[name]),
  ),
];

function Version({
  title,
  when,
  draft,
}: {
  readonly title: string;
  readonly when: string;
  readonly draft: Draft;
}) {
  const { items, answered, count } = totalsOf(draft);
  return (
    <div className={styles['version']}>
      <strong>{title}</strong>
      <span>{when}</span>
      <span className={styles['amount']}>{keepingMoney(moneyOf(items))}</span>
      <span>
        {answered} de {countOf(count, ['item respondido', 'itens respondidos'])}
      </span>
    </div>
  );
}
