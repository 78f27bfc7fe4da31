import { Chips } from '../../lists/chips.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import styles from './purchases.module.css';
import { purchaseTabs, usePurchaseList } from './use-purchase-list.ts';

/** The states and the search above a list of purchases. */
export function PurchaseFilters({ label }: { readonly label: string }) {
  const { change, tab, filter } = usePurchaseList();
  return (
    <div className={styles['filters']}>
      <Chips
        label="Situação"
        value={tab}
        options={purchaseTabs}
        onChange={(next) =>
          change({ situacao: next === 'todas' ? undefined : next, pagina: undefined })
        }
      />
      <SearchBox
        label={label}
        placeholder="Número ou descrição da cotação"
        value={filter.text}
        onSearch={(busca) =>
          change({ busca: busca || undefined, pagina: undefined }, { replace: true })
        }
      />
    </div>
  );
}
