// What a supplier writes freely in a proposal. Producers read these texts masked, suppliers are warned
// where they would identify them, and an erasure masks or removes them. A text that is added to a
// proposal stands in one of these lists, and is then treated so everywhere.

/** Texts about an item, in the order in which warnings name them. */
export const itemTexts = [
  'justification',
  'similar_product_name',
  'similar_product_description',
  'notes',
] as const;
export type ItemText = (typeof itemTexts)[number];
export type ItemTexts = Readonly<Record<ItemText, string | null>>;

/** Texts about the whole proposal that are written while it is a draft. */
export const draftTexts = ['notes', 'payment_terms'] as const;

/** All texts about the whole proposal that reach producers. */
export const proposalTexts = ['cancellation_reason', ...draftTexts] as const;

/** What these texts of an item are called; in a sentence without the capital. */
export const itemTextLabels: Readonly<Record<ItemText, string>> = {
  justification: 'Justificativa',
  similar_product_name: 'Produto similar',
  similar_product_description: 'Descrição do similar',
  notes: 'Observações',
};

/** Returns a record with one value for each text of an item. */
export const byItemText = <T>(value: (name: ItemText) => T): Record<ItemText, T> =>
  Object.fromEntries(itemTexts.map((name) => [name, value(name)])) as Record<ItemText, T>; // its own names

/**
 * Yields the texts of a draft and of its items with their path in the reply, `items.2.notes`; blank
 * ones are null and left out.
 */
export function* draftTextsOf(
  proposal: Readonly<Record<(typeof draftTexts)[number], string | null>> & {
    readonly items: readonly ItemTexts[];
  },
): Generator<[path: string, text: string]> {
  for (const name of draftTexts) {
    const text = proposal[name];
    if (text !== null) yield [name, text];
  }
  for (const [index, item] of proposal.items.entries()) {
    for (const name of itemTexts) {
      const text = item[name];
      if (text !== null) yield [`items.${index}.${name}`, text];
    }
  }
}
