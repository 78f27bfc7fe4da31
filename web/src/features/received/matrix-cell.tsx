import { asideLabels } from '@lavra/domain/proposal/competing';
import { justificationText } from '@lavra/domain/proposal/justification';
import { formatPercent, formatQuantity } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { Money, UnitPrice } from '../../ui/money.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { absenceOf, type ComparisonCell, type ComparisonRow } from './comparison-view.ts';
import styles from './matrix.module.css';
import { dearerBy } from './savings.ts';

type Similar = NonNullable<ComparisonCell['similar']>;
const equivalenceTone: Readonly<Record<Similar['equivalence'], ChipTone>> = {
  same: 'good',
  different_concentration: 'warn',
  different_ingredient: 'danger',
  unknown: 'plain',
};

interface MatrixCellProps {
  readonly cell: ComparisonCell;
  readonly item: ComparisonRow['item'];
  readonly best: number | null;
}

/**
 * Shows one proposal's answer to one item. The best price is marked by a word and a sign, not only
 * by colour.
 */
export function MatrixCell({ cell, item, best }: MatrixCellProps) {
  const { is_priced, unit_price, total_price, aside_reason, similar, notes } = cell;
  if (!is_priced || unit_price === null) return <Unpriced cell={cell} />;
  return (
    <div className={styles['cell']}>
      <span className={styles['price']}>
        <UnitPrice amount={unit_price} /> <Standing cell={cell} price={unit_price} best={best} />
      </span>
      {total_price !== null && (
        <span className={styles['quiet']}>
          <Money amount={total_price} />
        </span>
      )}
      <OtherQuantity cell={cell} item={item} />
      {aside_reason !== null && <Chip tone="warn">{asideLabels[aside_reason]}</Chip>}
      {similar !== null && <SimilarName similar={similar} />}
      {notes !== null && (
        <span className={styles['quiet']} data-remark>
          {notes}
        </span>
      )}
    </div>
  );
}

interface StandingProps extends Pick<MatrixCellProps, 'cell' | 'best'> {
  readonly price: number;
}

/** How the price stands among the others for the item. */
function Standing({ cell, price, best }: StandingProps) {
  const { is_best, is_only, difference_percent, similar } = cell;
  if (is_best) return <Best remark={similar === null ? undefined : remarks[similar.equivalence]} />;
  if (is_only) return <span className={styles['more']}>Único preço</span>;
  return difference_percent === null ? null : (
    <span className={styles['more']}>
      +{formatPercent(difference_percent)} (
      <UnitPrice amount={dearerBy(price, best ?? price)} />)
    </span>
  );
}

/** The offered quantity, where it is another than the one asked for. */
const OtherQuantity = ({
  cell: { quantity, quantity_differs },
  item,
}: Pick<MatrixCellProps, 'cell' | 'item'>) =>
  quantity_differs && quantity !== null ? (
    <span className={styles['quiet']}>
      {quantity < item.quantity ? 'só' : 'oferta'} {formatQuantity(quantity)} de{' '}
      {formatUnits(item.quantity, item.unit)}
    </span>
  ) : null;

const SimilarName = ({ similar }: { readonly similar: Similar }) => (
  <span className={styles['similar']}>
    <Chip tone={equivalenceTone[similar.equivalence]}>Similar</Chip>
    <span>
      {similar.name}
      {similar.description !== null && <span data-remark>: {similar.description}</span>}
    </span>
    <small>{similar.equivalence_label}</small>
  </span>
);

/** Stands beside the best price of a product that is not the one asked for. */
const remarks: Readonly<Record<Similar['equivalence'], string>> = {
  same: 'de um similar',
  different_concentration: 'mas de outra concentração',
  different_ingredient: 'mas de outro ingrediente',
  unknown: 'mas de um similar não verificado',
};

const Best = ({ remark }: { readonly remark: string | undefined }) => (
  <span className={styles['best']}>
    <CheckIcon size={14} />
    Menor preço{remark === undefined ? '' : ` ${remark}`}
  </span>
);

function Unpriced({ cell }: { readonly cell: ComparisonCell }) {
  const { justification, justification_label, not_offered } = cell;
  const reason = justificationText(justification_label, justification);
  return (
    <div className={styles['cell']}>
      <span className={styles['unpriced']}>{absenceOf(cell)}</span>
      {not_offered && <span className={styles['quiet']}>total de R$ 0,00</span>}
      {reason !== null && (
        <span className={styles['quiet']} data-remark>
          {reason}
        </span>
      )}
    </div>
  );
}
