import type { OrderItem } from '@lavra/contract/orders/schemas';
import { isNamedWhole } from '@lavra/domain/catalogue/unlisted-item';
import styles from './product-name.module.css';

type Wish = Pick<OrderItem, 'notes' | 'allow_similar' | 'is_unlisted'>;

/** Returns what an item's notes say beyond its name, which of an unlisted product they are. */
export const notesBeyondName = ({ notes, is_unlisted }: Pick<Wish, 'notes' | 'is_unlisted'>) =>
  is_unlisted && notes !== null && isNamedWhole(notes) ? null : notes;

/** What the producer asks for beside the product: if a similar one will do, and a remark. */
export const ItemWish = ({ item }: { readonly item: Wish }) => {
  const notes = notesBeyondName(item);
  return (
    <p className={styles['wish']}>
      {item.allow_similar ? 'Aceita similar' : 'Não aceita similar'}
      {notes !== null && `. Pedido: ${notes}`}
    </p>
  );
};
