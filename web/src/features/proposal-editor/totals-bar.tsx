import { Button } from '@mantine/core';
import type { LandedTotal } from '@lavra/domain/proposal/freight';
import { useRested } from '../../forms/use-rested.ts';
import { countOf } from '../../text/decimal.ts';
import { moneyOf, totalsOf } from './draft-checks.ts';
import type { Draft } from './draft.ts';
import styles from './editor.module.css';
import { WithMoney, keepingMoney } from '../../ui/money.tsx';

interface TotalsBarProps {
  readonly draft: Draft;
  /** Why the draft cannot be reviewed now. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onReview: () => void;
}

/** Returns the total with freight where it differs, or why it is unknown. */
function landedNote(landed: LandedTotal, items: bigint): string {
  if (!landed.isKnown) return landed.reason === 'freight_unknown' ? '' : ' · mais o frete';
  return landed.total === items ? ' · frete incluso' : ` · com frete ${moneyOf(landed.total)}`;
}

/** Shows the proposal's totals, always visible; announced to screen readers once typing pauses. */
export function TotalsBar({ draft, problem, busy, onSave, onReview }: TotalsBarProps) {
  const { items, landed, answered, count } = totalsOf(draft);
  const sentence = `${answered} de ${countOf(count, ['item respondido', 'itens respondidos'])}`;
  const said = useRested(`Total da proposta: ${moneyOf(items)}, ${sentence}`, 1500);
  return (
    <section className={styles['totals']} aria-label="Total da proposta">
      <span className="lv-hidden" role="status">
        {said}
      </span>
      <div className={styles['sum']} aria-hidden="true">
        <strong className={styles['amount']}>{keepingMoney(moneyOf(items))}</strong>
        <span>
          {sentence}
          <WithMoney text={landedNote(landed, items)} />
        </span>
        {problem !== undefined && <span data-tone="warn">{problem}</span>}
      </div>
      <Button
        variant="default"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onSave();
        }}
      >
        {busy ? 'Salvando…' : 'Salvar rascunho'}
      </Button>
      <Button onClick={onReview}>Revisar e enviar</Button>
    </section>
  );
}
