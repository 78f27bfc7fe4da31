import { StarIcon } from '../../ui/page-icons.tsx';
import { useFavorite } from './order-choices.ts';
import styles from './supplier-orders.module.css';

interface FavoriteStarProps {
  readonly order: { readonly uuid: string; readonly number: string; readonly favorited: boolean };
}

/** A star that marks an order as favourite. */
export function FavoriteStar({ order }: FavoriteStarProps) {
  const [isOn, turn] = useFavorite(order);
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isOn}
      aria-label={`Favorita: ${order.number}`}
      title={isOn ? 'Tirar das favoritas' : 'Guardar nas favoritas'}
      onClick={turn}
    >
      <StarIcon size={20} />
    </button>
  );
}
