import type { DraftItem } from './draft-values.ts';

/** Returns an item of a draft order: two kilograms of a product, similar ones accepted. */
export const draftItem = (name: string, part: Partial<DraftItem> = {}): DraftItem => ({
  key: name,
  product: {
    id: 7,
    name,
    brand: null,
    active_ingredient: null,
    concentration: null,
    unit: 'KG',
  },
  quantity: '2',
  unit: 'KG',
  notes: '',
  allow_similar: true,
  ...part,
});
