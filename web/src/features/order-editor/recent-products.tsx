import { useQuery } from '@tanstack/react-query';
import { usePortal } from '../../runtime/context.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import type { DraftItem } from './draft-values.ts';
import styles from './editor.module.css';

type Product = DraftItem['product'];
const ORDERS = 4;
const SHOWN = 8;

/** Products of the producer's last orders, newest first, to be added with one press. */
export function RecentProducts({
  order,
  taken,
  onAdd,
}: {
  readonly order: string;
  readonly taken: readonly number[];
  readonly onAdd: (product: Product) => void;
}) {
  const { api } = usePortal();
  const recent =
    useQuery({
      queryKey: ['recentProducts', order],
      staleTime: 600_000,
      queryFn: async ({ signal }) => {
        const { data } = await api.call('listProducerOrders', {
          query: { per_page: ORDERS + 1, sort: '-created_at' },
          signal,
        });
        const others = data
          .filter(({ uuid, total_itens }) => uuid !== order && total_itens > 0)
          .slice(0, ORDERS);
        const orders = await Promise.all(
          others.map(({ uuid }) =>
            api.call('getProducerOrder', { params: { order: uuid }, signal }),
          ),
        );
        return [
          ...new Map(
            orders.flatMap(({ items }) =>
              items.map(({ product }) => [product.id, product] as const),
            ),
          ).values(),
        ];
      },
    }).data ?? [];
  const left = recent.filter(({ id }) => !taken.includes(id)).slice(0, SHOWN);
  if (left.length === 0) return null;
  return (
    <div className={styles['recent']} role="group" aria-label="Das suas últimas cotações">
      <p>Das suas últimas cotações</p>
      <div>
        {left.map((product) => (
          <button key={product.id} type="button" onClick={() => onAdd(product)}>
            <PlusIcon size={16} />
            <span>
              <span className="lv-hidden">Incluir </span>
              {product.name}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
