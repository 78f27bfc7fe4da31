/** What an order item asks for, by the names of the wire and the database. */
export interface Asked {
  readonly product_id: number;
  readonly allow_similar: boolean;
}

/** What a proposal answers to it. */
export interface Answered {
  readonly product_id: number;
  readonly offers_similar: boolean;
}

/** Both with their quantities, in one unit: scaled, or the numbers of the wire. */
export interface AskedQuantity extends Asked {
  readonly quantity: bigint | number;
}
export interface AnsweredQuantity extends Answered {
  readonly quantity: bigint | number;
}

/** Why an offer competes for no best price of its item. */
export const asideReasons = ['similar_not_accepted', 'less_than_requested'] as const;
export type AsideReason = (typeof asideReasons)[number];

export const asideLabels: Readonly<Record<AsideReason, string>> = {
  similar_not_accepted: 'Não conta: o item não aceita similar',
  less_than_requested: 'Não conta: é menos que o pedido',
};

/**
 * Returns true when the answer is a similar product for an item that takes none. Such an offer is
 * not submitted; `unwantedSql` is the same rule in SQL.
 */
export const isUnwanted = ({ product_id, offers_similar }: Answered, asked: Asked): boolean =>
  !asked.allow_similar && (offers_similar || product_id !== asked.product_id);

/**
 * Returns why an offer stands beside the others instead of competing with them, or null: the best
 * price of an item is that of an offer that can supply it. `competesSql` is the same rule in SQL.
 */
export function asideReason(answer: AnsweredQuantity, asked: AskedQuantity): AsideReason | null {
  if (isUnwanted(answer, asked)) return 'similar_not_accepted';
  return answer.quantity < asked.quantity ? 'less_than_requested' : null;
}
