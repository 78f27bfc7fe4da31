import { fold } from '../text/fold.ts';

/** How a similar product compares with the requested one, as far as the catalogue data permits. */
export const equivalences = [
  'same',
  'different_concentration',
  'different_ingredient',
  'unknown',
] as const;
export type Equivalence = (typeof equivalences)[number];

export const equivalenceLabels: Readonly<Record<Equivalence, string>> = {
  same: 'Mesmo ingrediente ativo e concentração',
  different_concentration: 'Concentração diferente',
  different_ingredient: 'Ingrediente ativo diferente',
  unknown: 'Equivalência não verificada',
};

/** Active ingredients of a product and their concentrations; several are joined by `+` or `;`. */
export interface Composition {
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
}

/**
 * Compares two compositions by meaning, not spelling: ignores accents, case, spaces, the decimal
 * separator and the order of a mixture.
 */
export function equivalence(requested: Composition, offered: Composition): Equivalence {
  const [wanted, given] = [components(requested), components(offered)];
  if (wanted.ingredients === '' || given.ingredients === '') return 'unknown';
  if (wanted.ingredients !== given.ingredients) return 'different_ingredient';
  if (wanted.concentrations === '' || given.concentrations === '') return 'unknown';
  return wanted.concentrations === given.concentrations ? 'same' : 'different_concentration';
}

/** Returns both lists in alphabetical order of the ingredients, so that `A + B` equals `B + A`. */
function components(product: Composition): { ingredients: string; concentrations: string } {
  const ingredients = parts(product.active_ingredient);
  const concentrations = parts(product.concentration).map(plainNumbers);
  if (concentrations.length !== ingredients.length) {
    return {
      ingredients: ingredients.toSorted().join('+'),
      concentrations: concentrations.join('+'),
    };
  }
  const pairs = ingredients.map((ingredient, index) => ({
    ingredient,
    concentration: concentrations[index] ?? '',
  }));
  const sorted = pairs.toSorted((a, b) => (a.ingredient < b.ingredient ? -1 : 1));
  return {
    ingredients: sorted.map((pair) => pair.ingredient).join('+'),
    concentrations: sorted.map((pair) => pair.concentration).join('+'),
  };
}

function parts(text: string | null): string[] {
  const compact = fold(text ?? '').replaceAll(/\s/g, '');
  return compact.split(/[+;]/).filter((part) => part !== '');
}

/**
 * Reads numbers the Brazilian way: `1.000` is a thousand, `0,5` and `0.5` are a half, `480,0` is
 * `480`.
 */
function plainNumbers(text: string): string {
  return text
    .replaceAll(/(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?!\d)/g, '$1$2')
    .replaceAll(/(\d)\.(?=\d)/g, '$1,')
    .replaceAll(/,(\d*?)0+(?!\d)/g, (_, kept: string) => (kept === '' ? '' : `,${kept}`));
}
