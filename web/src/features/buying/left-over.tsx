import { itemsText } from './award-texts.ts';
import styles from './buying.module.css';

export interface Left {
  readonly item: {
    readonly id: number;
    readonly position: number;
    readonly product: { readonly name: string };
  };
  /** In words. */
  readonly why: string;
}

/** As many are named at once; more unfold. */
const FEW = 3;

/** Names the items that stay unbought, each with its reason; nothing where there are none. */
export const LeftOver = ({ left }: { readonly left: readonly Left[] }) =>
  left.length === 0 ? null : (
    <details className={styles['left']} open={left.length <= FEW}>
      <summary>
        {left.length === 1
          ? '1 item fica sem compra'
          : `${itemsText(left.length)} ficam sem compra`}
      </summary>
      <LeftList left={left} />
    </details>
  );

export const LeftList = ({ left }: { readonly left: readonly Left[] }) => (
  <ul className={styles['leftList']}>
    {left.map(({ item: { id, position, product }, why }) => (
      <li key={id}>
        {position}. {product.name}: {why}
      </li>
    ))}
  </ul>
);
