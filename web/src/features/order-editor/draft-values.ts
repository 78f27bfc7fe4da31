import type { OrderItem, ProducerOrder, UpdateOrderBody } from '@lavra/contract/orders/schemas';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import { formatQuantity, readDecimal } from '../../text/decimal.ts';

type Product = OrderItem['product'];

/** An item as filled in. `key` identifies the row: the same product may be in several. */
export interface DraftItem {
  readonly key: string;
  readonly product: Product;
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string;
  readonly allow_similar: boolean;
}

/** An item that is about to get a row. */
export type NewItem = Omit<DraftItem, 'key'>;

/** Returns an item that accepts similar products, in the product's unit unless another is named. */
export const newItem = (
  product: Product,
  { quantity = '', unit = product.unit, notes = '' }: Partial<NewItem>,
): NewItem => ({ product, quantity, unit, notes, allow_similar: true });

/** A draft order as filled in: text in every field. */
export interface DraftValues {
  readonly description: string;
  readonly deadline_date: string;
  readonly closure_type: ClosureType;
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

/**
 * Returns what can already be stored: incomplete fields and items without quantity stay on the
 * device.
 */
export function bodyOf(values: DraftValues): UpdateOrderBody {
  const { description, deadline_date, closure_type, delivery_date, payment_terms, notes, items } =
    values;
  return {
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(isDay(deadline_date) ? { deadline_date } : {}),
    closure_type,
    ...(delivery_date === '' || isDay(delivery_date)
      ? { delivery_date: orNull(delivery_date) }
      : {}),
    payment_terms: orNull(payment_terms),
    notes: orNull(notes),
    ...addressOf(values),
    items: items.flatMap((item) => {
      const quantity = quantityOf(item);
      return quantity === undefined
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
  const parts = [
    ...(waiting === 0
      ? []
      : [waiting === 1 ? '1 item sem quantidade' : `${waiting} itens sem quantidade`]),
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
}

/**
 * Returns what prevents publishing, each with the step where it is corrected. `today` is the
 * service's day.
 */
export function problemsOf(values: DraftValues, today: string): readonly Problem[] {
  const { description, deadline_date, delivery_date, state, city, items } = values;
  const waiting = items.filter((item) => quantityOf(item) === undefined);
  return [
    ...(description.trim() === ''
      ? [{ step: 'dados', sentence: 'Descreva a cotação.' } as const]
      : []),
    ...(isDay(deadline_date)
      ? deadline_date < today
        ? [{ step: 'dados', sentence: 'O prazo já passou: escolha hoje ou depois.' } as const]
        : []
      : [{ step: 'dados', sentence: 'Escolha até quando você recebe propostas.' } as const]),
    ...(items.length === 0
      ? [{ step: 'itens', sentence: 'Inclua pelo menos um item.' } as const]
      : []),
    ...(items.length > 1000
      ? [{ step: 'itens', sentence: 'Uma cotação tem no máximo 1.000 itens.' } as const]
      : []),
    ...waiting
      .slice(0, 5)
      .map(
        ({ product: { name } }) =>
          ({ step: 'itens', sentence: `Informe a quantidade de ${name}.` }) as const,
      ),
    ...(waiting.length > 5
      ? [
          {
            step: 'itens',
            sentence: `Informe a quantidade de mais ${waiting.length - 5} itens.`,
          } as const,
        ]
      : []),
    ...(state !== '' && city === ''
      ? [{ step: 'entrega', sentence: 'Escolha o município da entrega.' } as const]
      : []),
    ...(delivery_date !== '' && isDay(deadline_date) && delivery_date < deadline_date
      ? [
          {
            step: 'entrega',
            sentence: 'A entrega está marcada para antes do fim do prazo.',
          } as const,
        ]
      : []),
  ];
}
