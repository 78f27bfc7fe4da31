import { countOf } from '../../text/decimal.ts';
import { Money, WithMoney } from '../../ui/money.tsx';
import styles from './combinations.module.css';
import { pointText, type Point } from './points.ts';

interface PointChoiceProps {
  readonly points: readonly Point[];
  readonly chosen: Point;
  readonly onChoose: (point: Point) => void;
}

/** The points to choose from: how many proposals, how many items, what it costs. No letters. */
export const PointChoice = ({ points, chosen, onChoose }: PointChoiceProps) => (
  <fieldset className={styles['points']}>
    <legend>De quantas propostas comprar</legend>
    {points.map((point, index) => {
      const { proposals_used: used, covered, items_count } = point;
      return (
        <label key={used} className={styles['point']} data-chosen={point === chosen || undefined}>
          <input
            type="radio"
            name="ponto"
            checked={point === chosen}
            onChange={() => onChoose(point)}
          />
          <span className={styles['used']}>{countOf(used, ['proposta', 'propostas'])}</span>
          <span>
            {covered} de {countOf(items_count, ['item', 'itens'])}
          </span>
          <strong>
            <Money amount={point.landed_total} />
          </strong>
          <small>
            <WithMoney text={pointText(point, points[index - 1])} />
          </small>
        </label>
      );
    })}
  </fieldset>
);
