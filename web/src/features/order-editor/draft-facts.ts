import { productDetails } from '@lavra/domain/catalogue/product-details';
import { formatDate, formatDeadline } from '../../text/dates.ts';
import { typedUnits } from '../../text/units.ts';
import { shownProduct, wishWords, type DraftItem, type DraftValues } from './draft-values.ts';

/** The draft's fields in words: what is asked, until when, and where it goes. */
export function factsOf({
  description,
  deadline_date,
  closure_type,
  split_award,
  city,
  state,
  delivery_date,
  payment_terms,
  notes,
}: DraftValues): readonly (readonly [label: string, text: string, isWide?: boolean])[] {
  const place = city === '' ? 'Local não informado' : `${city}/${state}`;
  return [
    ['Descrição', description || '–', true],
    ['Receber propostas', deadline_date === '' ? '–' : formatDeadline(deadline_date)],
    [
      'Respostas',
      closure_type === 'fechada'
        ? 'Fechada: todo item precisa de preço'
        : 'Aberta: item sem preço pode ser justificado',
    ],
    [
      'Compra',
      (split_award ?? true) ? 'De um ou mais fornecedores, item por item' : 'De um fornecedor só',
    ],
    ['Entrega', delivery_date === '' ? place : `${place}, até ${formatDate(delivery_date)}`],
    ['Pagamento', payment_terms || 'A combinar'],
    ...(notes === '' ? [] : [['Observações', notes, true] as const]),
  ];
}

/** Returns what a draft says and another one does not, a sentence each: fields first, then items. */
export function onlyIn(draft: DraftValues, other: DraftValues): readonly string[] {
  const said = new Map<string, number>();
  for (const line of linesOf(other)) said.set(line, (said.get(line) ?? 0) + 1);
  return linesOf(draft).filter((line) => {
    const left = said.get(line) ?? 0;
    said.set(line, left - 1);
    return left <= 0;
  });
}

const linesOf = (values: DraftValues): readonly string[] => [
  ...factsOf(values).map(([label, text]) => `${label}: ${text}`),
  ...addressLine(values),
  ...values.items.map(itemLine),
];

function addressLine(values: DraftValues): readonly string[] {
  const { street, number, complement, district, postal_code } = values;
  const parts = [street, number, complement, district, postal_code].filter((part) => part !== '');
  return parts.length === 0 ? [] : [`Endereço: ${parts.join(', ')}`];
}

const itemLine = (item: DraftItem): string =>
  [
    `${shownProduct(item).name}, ${typedUnits(item.quantity, item.unit).trim()}`,
    ...(item.is_unlisted === true ? [] : [productDetails(item.product)]),
    ...wishWords(item),
  ]
    .filter((part) => part !== '')
    .join(' · ');
