import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_NAMED } from '@lavra/domain/catalogue/unlisted-item';
import { useState } from 'react';
import { SelectField } from '../../forms/fields.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { newItem, type DraftItem, type NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import { findProduct } from './item-list-match.ts';
import { useProductLookup } from './use-product-lookup.ts';
import { useUnlistedProducts } from './use-unlisted-products.ts';

type Product = DraftItem['product'];

/** What is asked for: the words of the search, and the id of a type, empty where none was chosen. */
export interface Asked {
  readonly words: string;
  readonly type: string;
}

interface NotInCatalogueProps {
  readonly text: string;
  /** The type that the search is limited to; empty for all. */
  readonly type: string;
  readonly onAdd: (item: NewItem) => void;
  readonly onAsk: (asked: Asked) => void;
}

/**
 * Shown when no product has the name: similar names, and two ways on. The item is added as it was
 * typed, and administrators are asked to add the product to the catalogue.
 */
export function NotInCatalogue({ text, type, onAdd, onAsk }: NotInCatalogueProps) {
  const search = useProductLookup();
  const near =
    useQuery({
      queryKey: ['nearProducts', text],
      staleTime: 60_000,
      queryFn: () => findProduct({ product: text, unit: '' }, search),
    }).data?.suggestions ?? [];
  return (
    <div className={styles['nothing']}>
      <p>
        Nenhum produto com “{text}”.
        {near.length > 0
          ? ' Você quis dizer:'
          : ' Tente o ingrediente ativo, ou confira a escrita.'}
      </p>
      {near.length > 0 && <NearProducts products={near} onAdd={onAdd} />}
      <UnlistedChoice {...{ text, type, onAdd, onAsk }} />
    </div>
  );
}

const NearProducts = ({
  products,
  onAdd,
}: {
  readonly products: readonly Product[];
  readonly onAdd: (item: NewItem) => void;
}) => (
  <ul className={styles['found']}>
    {products.map((product) => (
      <li key={product.id}>
        <button type="button" onClick={() => onAdd(newItem(product, {}))}>
          <ProductName product={product} />
          <span className={styles['add']}>
            <PlusIcon size={18} />
            Incluir
          </span>
        </button>
      </li>
    ))}
  </ul>
);

function UnlistedChoice({ text, type, onAdd, onAsk }: NotInCatalogueProps) {
  const unlisted = useUnlistedProducts();
  const [chosen, choose] = useState(type);
  const [isMissed, miss] = useState(false);
  const add = (): void => {
    const product = unlisted.get(Number(chosen));
    if (product === undefined) return miss(true);
    onAdd(newItem(product, { notes: text, is_unlisted: true }));
  };
  if (unlisted.products.length === 0) return null;
  return (
    <section className={styles['unlisted']} aria-labelledby="fora-do-catalogo">
      <h4 id="fora-do-catalogo">Peça mesmo assim</h4>
      <p>
        “{text}” entra na cotação como item livre: os fornecedores do tipo leem o que você escreveu
        e respondem normalmente.
      </p>
      <SelectField
        label="Tipo do produto"
        placeholder="Escolha o tipo"
        value={chosen}
        options={unlisted.products.map((one) => [String(one.type.id), one.type.name])}
        error={isMissed ? 'Escolha o tipo, para avisar os fornecedores certos.' : undefined}
        onChange={(next) => {
          choose(next);
          miss(false);
        }}
      />
      <div className={styles['unlistedActions']}>
        <Button onClick={add}>Incluir como item livre</Button>
        <Button
          variant="default"
          onClick={() => onAsk({ words: text.slice(0, MOST_NAMED), type: chosen })}
        >
          Pedir inclusão no catálogo
        </Button>
      </div>
    </section>
  );
}
