/** An item of an order, as far as it is named. */
interface NamedItem {
  readonly position: number;
  readonly product: { readonly name: string };
}

/**
 * Returns what each item is called among the items of its order: its product, and its place in the list
 * where several items have a product of that name.
 */
export function itemNames(items: readonly NamedItem[]): (item: NamedItem) => string {
  const byName = Map.groupBy(items, ({ product }) => product.name);
  return ({ position, product: { name } }) =>
    (byName.get(name) ?? []).length > 1 ? `${name} (item ${position})` : name;
}
