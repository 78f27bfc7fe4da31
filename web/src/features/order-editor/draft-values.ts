import type { OrderItem, ProducerOrder, UpdateOrderBody } from '@lavra/contract/orders/schemas';
import { unlistedItemName } from '@lavra/domain/catalogue/unlisted-item';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import { isDeliveryBeforeDeadline } from '@lavra/domain/order/order-rules';
import { countOf, formatQuantity, readDecimal } from '../../text/decimal.ts';

type Product = OrderItem['product'];

/** An item as filled in. `key` identifies the row: the same product may be in several. */
export interface DraftItem {
  readonly key: string;
  readonly product: Product;
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string;
  readonly allow_similar: boolean;
  /** The product is not in the catalogue; the notes say which it is. */
  readonly is_unlisted?: boolean;
}

/** An item that is about to get a row. */
export type NewItem = Omit<DraftItem, 'key'>;

/** Returns an item that accepts similar products, in the product's unit unless another is named. */
export const newItem = (
  product: Product,
  { quantity = '', unit = product.unit, notes = '', is_unlisted = false }: Partial<NewItem>,
): NewItem => ({ product, quantity, unit, notes, allow_similar: true, is_unlisted });

/** Returns the product as it is shown: one that is not in the catalogue by what its notes say. */
export const shownProduct = ({ product, notes, is_unlisted }: NewItem): Product =>
  is_unlisted === true && notes.trim() !== ''
    ? { ...product, name: unlistedItemName(notes.trim()) }
    : product;

/** Returns whether neither the catalogue nor the notes say which product is meant. */
export const isUnsaid = ({ notes, is_unlisted }: NewItem): boolean =>
  is_unlisted === true && notes.trim() === '';

/** A draft order as filled in: text in every field. */
export interface DraftValues {
  readonly description: string;
  readonly deadline_date: string;
  readonly closure_type: ClosureType;
  /** May buy items from several suppliers; undefined in what an earlier release kept on the device. */
  readonly split_award: boolean | undefined;
  readonly delivery_date: string;
  readonly payment_terms: string;
  readonly notes: string;
  readonly state: string;
  readonly city: string;
  readonly postal_code: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string;
  readonly district: string;
  readonly items: readonly DraftItem[];
}

export const emptyDraft: DraftValues = {
  description: '',
  deadline_date: '',
  closure_type: 'aberta',
  split_award: true,
  delivery_date: '',
  payment_terms: '',
  notes: '',
  state: '',
  city: '',
  postal_code: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  items: [],
};

/** Returns the form values of a stored draft. */
export function readDraft({
  description,
  deadline_date,
  closure_type,
  split_award,
  delivery_date,
  payment_terms,
  notes,
  delivery_address: at,
  items,
}: ProducerOrder): DraftValues {
  return {
    description,
    deadline_date,
    closure_type,
    split_award,
    delivery_date: delivery_date ?? '',
    payment_terms: payment_terms ?? '',
    notes: notes ?? '',
    state: at?.state ?? '',
    city: at?.city ?? '',
    postal_code: at?.postal_code ?? '',
    street: at?.street ?? '',
    number: at?.number ?? '',
    complement: at?.complement ?? '',
    district: at?.district ?? '',
    items: items.map((item) => ({
      key: String(item.id),
      product: item.product,
      quantity: formatQuantity(item.quantity),
      unit: item.unit,
      notes: item.notes ?? '',
      allow_similar: item.allow_similar,
      is_unlisted: item.is_unlisted,
    })),
  };
}

/** Returns the fields of a product that an order contains. */
export const summaryOf = ({
  id,
  name,
  brand,
  active_ingredient,
  concentration,
  unit,
}: Product): Product => ({ id, name, brand, active_ingredient, concentration, unit });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const orNull = (text: string): string | null => text.trim() || null;

/** Returns the quantity to send; undefined when it is not a number above zero. */
export function quantityOf({ quantity }: Pick<DraftItem, 'quantity'>): number | undefined {
  const number = readDecimal(quantity, 3);
  return number === undefined || number === 0 ? undefined : number;
}

/** Returns whether an item says how much is meant: a quantity, in a unit. */
export const isMeasured = (item: Pick<DraftItem, 'quantity' | 'unit'>): boolean =>
  item.unit !== '' && quantityOf(item) !== undefined;

/** Returns what the producer asks for beside the product, as an order's item has it. */
export const wishOf = ({ notes, allow_similar, is_unlisted = false }: DraftItem) => ({
  notes: orNull(notes),
  allow_similar,
  is_unlisted,
});

/** Returns the same in words; what an item outside the catalogue is called may be its name already. */
export const wishWords = (item: DraftItem): readonly string[] => [
  ...(item.allow_similar ? [] : ['não aceita similar']),
  ...(item.notes === '' || item.notes === shownProduct(item).name ? [] : [item.notes]),
];

/**
 * Returns what can already be stored: incomplete fields and items without quantity or unit stay on the
 * device.
 */
export function bodyOf(values: DraftValues): UpdateOrderBody {
  const { description, deadline_date, closure_type, split_award } = values;
  const { delivery_date, payment_terms, notes, items } = values;
  return {
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(isDay(deadline_date) ? { deadline_date } : {}),
    closure_type,
    ...(split_award === undefined ? {} : { split_award }),
    ...(delivery_date === '' || isDay(delivery_date)
      ? { delivery_date: orNull(delivery_date) }
      : {}),
    payment_terms: orNull(payment_terms),
    notes: orNull(notes),
    ...addressOf(values),
    items: items.flatMap((item) => {
      const quantity = quantityOf(item);
      return quantity === undefined || item.unit === '' || isUnsaid(item)
        ? []
        : [
            {
              product_id: item.product.id,
              quantity,
              unit: item.unit,
              notes: orNull(item.notes),
              allow_similar: item.allow_similar,
            },
          ];
    }),
  };
}

/** Returns true when sending the values would change nothing of the stored draft. */
export function isStored(values: DraftValues, stored: ProducerOrder): boolean {
  const before = bodyOf(readDraft(stored));
  return JSON.stringify({ ...before, ...bodyOf(values) }) === JSON.stringify(before);
}

function addressOf({
  state,
  city,
  postal_code,
  street,
  number,
  complement,
  district,
}: DraftValues): Pick<UpdateOrderBody, 'delivery_address'> {
  if (state === '' && city === '') return { delivery_address: null };
  if (state === '' || city === '') return {};
  return {
    delivery_address: {
      state,
      city,
      postal_code: orNull(postal_code),
      street: orNull(street),
      number: orNull(number),
      complement: orNull(complement),
      district: orNull(district),
    },
  };
}

/** Describes what is stored only on the device; undefined when everything is on the service. */
export function leftBehind({
  description,
  deadline_date,
  state,
  city,
  items,
}: DraftValues): string | undefined {
  const waiting = items.filter((item) => quantityOf(item) === undefined).length;
  const unitless = items.filter((item) => !isMeasured(item)).length - waiting;
  const unsaid = items.filter(isUnsaid).length;
  const parts = [
    ...(waiting === 0 ? [] : [countOf(waiting, ['item sem quantidade', 'itens sem quantidade'])]),
    ...(unitless === 0 ? [] : [countOf(unitless, ['item sem unidade', 'itens sem unidade'])]),
    ...(unsaid === 0
      ? []
      : [countOf(unsaid, ['item livre sem descrição', 'itens livres sem descrição'])]),
    ...(description.trim() === '' ? ['a descrição'] : []),
    ...(isDay(deadline_date) ? [] : ['o prazo']),
    ...((state === '') === (city === '') ? [] : ['o município']),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

export const steps = ['dados', 'itens', 'entrega', 'revisao'] as const;
export type Step = (typeof steps)[number];
export const stepLabels: Readonly<Record<Step, string>> = {
  dados: 'Dados',
  itens: 'Itens',
  entrega: 'Entrega e condições',
  revisao: 'Revisar e publicar',
};

export interface Problem {
  readonly step: Step;
  readonly sentence: string;
  /** The path of the field that corrects it, where it is one field. */
  readonly field?: string;
}

/** Paths of an item's fields. */
export const quantityField = (key: string): string => `items.${key}.quantity`;
export const unitField = (key: string): string => `items.${key}.unit`;
export const notesField = (key: string): string => `items.${key}.notes`;

const fieldToMeasure = (item: DraftItem): string =>
  quantityOf(item) === undefined ? quantityField(item.key) : unitField(item.key);

/** Items whose quantity or unit is asked for by name; the others are counted. */
const MOST_NAMED = 5;

/**
 * Returns what prevents publishing, each with the step and the field where it is corrected. `today`
 * is the service's day.
 */
export function problemsOf(values: DraftValues, today: string): readonly Problem[] {
  return [...dataProblems(values, today), ...itemProblems(values), ...deliveryProblems(values)];
}

function dataProblems({ description, deadline_date }: DraftValues, today: string): Problem[] {
  const step = 'dados';
  const deadline = (sentence: string): Problem => ({ step, sentence, field: 'deadline_date' });
  return [
    ...(description.trim() === ''
      ? [{ step, sentence: 'Descreva a cotação.', field: 'description' } as const]
      : []),
    ...(!isDay(deadline_date) ? [deadline('Escolha até quando você recebe propostas.')] : []),
    ...(isDay(deadline_date) && deadline_date < today
      ? [deadline('O prazo já passou: escolha hoje ou depois.')]
      : []),
  ];
}

function itemProblems({ items }: DraftValues): Problem[] {
  const step = 'itens';
  const waiting = items.filter((item) => !isMeasured(item));
  const unsaid = items.find(isUnsaid);
  const other = waiting[MOST_NAMED];
  return [
    ...(items.length === 0 ? [{ step, sentence: 'Inclua pelo menos um item.' } as const] : []),
    ...(items.length > 1000
      ? [{ step, sentence: 'Uma cotação tem no máximo 1.000 itens.' } as const]
      : []),
    ...(unsaid === undefined
      ? []
      : [
          {
            step,
            sentence: 'Diga o que você procura em cada item livre.',
            field: notesField(unsaid.key),
          } as const,
        ]),
    ...waiting.slice(0, MOST_NAMED).map((item): Problem => {
      const { name } = shownProduct(item);
      const asked = quantityOf(item) === undefined ? 'Informe a quantidade' : 'Escolha a unidade';
      return { step, sentence: `${asked} de ${name}.`, field: fieldToMeasure(item) };
    }),
    ...(other === undefined
      ? []
      : [
          {
            step,
            sentence: `Informe quantidade e unidade de mais ${countOf(waiting.length - MOST_NAMED, ['item', 'itens'])}.`,
            field: fieldToMeasure(other),
          } as const,
        ]),
  ];
}

function deliveryProblems({ state, city, delivery_date, deadline_date }: DraftValues): Problem[] {
  const step = 'entrega';
  return [
    ...(city === ''
      ? [
          {
            step,
            sentence: 'Escolha o município da entrega.',
            field: state === '' ? 'state' : 'city',
          } as const,
        ]
      : []),
    ...(delivery_date !== '' &&
    isDay(deadline_date) &&
    isDeliveryBeforeDeadline(delivery_date, deadline_date)
      ? [
          {
            step,
            sentence: 'A entrega está marcada para antes do fim do prazo.',
            field: 'delivery_date',
          } as const,
        ]
      : []),
  ];
}
