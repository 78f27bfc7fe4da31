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

/**
 * Returns true when the answer is a similar product for an item that takes none. Such an offer is
 * not submitted; `unwantedSql` is the same rule in SQL.
 */
export const isUnwanted = ({ product_id, offers_similar }: Answered, asked: Asked): boolean =>
  !asked.allow_similar && (offers_similar || product_id !== asked.product_id);
