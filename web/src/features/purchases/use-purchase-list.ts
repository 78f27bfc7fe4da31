import { purchaseStateLabels, type PurchaseState } from '@lavra/domain/purchase/purchase-state';
import { readNumber, readSort, readText, readWord, writeSort } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';

/** The states that purchases reach, by their word in the address. */
const tabs = {
  todas: undefined,
  aguardando: 'awarded',
  recebidas: 'received',
  canceladas: 'cancelled',
} as const satisfies Readonly<Record<string, PurchaseState | undefined>>;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as [Tab, ...Tab[]]; // the keys are those names

const labels: Readonly<Record<Tab, string>> = {
  todas: 'Todas',
  aguardando: purchaseStateLabels.awarded,
  recebidas: 'Recebidas',
  canceladas: 'Canceladas',
};

/** The words to choose a state of purchases by, with what they are called. */
export const purchaseTabs = names.map((name) => [name, labels[name]] as const);

const newestFirst = { field: 'awarded_at', descending: true } as const;
const noFilter = { situacao: undefined, busca: undefined, pagina: undefined } as const;

/** Returns what the address says of a list of purchases, and the query that reads it. */
export function usePurchaseList() {
  const [search, change] = useAddress();
  const tab = readWord(search['situacao'], names, 'todas');
  const text = readText(search['busca']);
  const sort = readSort(search['ordem'], ['awarded_at', 'items_amount'] as const, newestFirst);
  const state = tabs[tab];
  return {
    change,
    tab,
    sort,
    filter: {
      text,
      isOn: state !== undefined || text !== '',
      clear: () => change(noFilter),
    },
    query: {
      page: readNumber(search['pagina'], 1),
      sort: writeSort(sort),
      ...(state === undefined ? {} : { state }),
      ...(text === '' ? {} : { q: text }),
    },
  };
}
