import { useQuery } from '@tanstack/react-query';
import { PlusIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import type { DraftItem } from './draft-values.ts';
import styles from './editor.module.css';
import { findProduct } from './item-list-match.ts';
import { useProductLookup } from './use-product-lookup.ts';

type Product = DraftItem['product'];

/**
 * Shown when no product has the name: similar names, and how to request a product that is not in
 * the catalogue.
 */
export function NotInCatalogue({
  text,
  onAdd,
}: {
  readonly text: string;
  readonly onAdd: (product: Product, notes: string) => void;
}) {
  const search = useProductLookup();
  const near =
    useQuery({
      queryKey: ['nearProducts', text],
      staleTime: 60_000,
      queryFn: () => findProduct(text, search),
    }).data?.suggestions ?? [];
  const [nearest] = near;
  return (
    <div className={styles['nothing']}>
      <p>
        Nenhum produto com “{text}”.
        {near.length > 0
          ? ' Você quis dizer:'
          : ' Tente o ingrediente ativo, ou confira a escrita.'}
      </p>
      {near.length > 0 && (
        <ul className={styles['found']}>
          {near.map((product) => (
            <li key={product.id}>
              <button type="button" onClick={() => onAdd(product, '')}>
                <ProductName product={product} />
                <span className={styles['add']}>
                  <PlusIcon size={18} />
                  Incluir
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <strong>Não achou?</strong> Todo item precisa de um produto do catálogo. Inclua o mais
        parecido, aceite similar e descreva na observação o que você procura: o fornecedor lê e pode
        oferecer exatamente isso.
      </p>
      {nearest !== undefined && (
        <p>
          <button
            type="button"
            className={styles['describe']}
            onClick={() => onAdd(nearest, `Procuro: ${text}`)}
          >
            Incluir {nearest.name} e descrever “{text}”
          </button>
        </p>
      )}
    </div>
  );
}
