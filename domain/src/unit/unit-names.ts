/** Names of the units that every platform has, for one and for more; others have only a symbol. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  KG: ['quilo', 'quilos'],
  G: ['grama', 'gramas'],
  TON: ['tonelada', 'toneladas'],
  SC40: ['saco de 40 kg', 'sacos de 40 kg'],
  SC50: ['saco de 50 kg', 'sacos de 50 kg'],
  SC60: ['saca de 60 kg', 'sacas de 60 kg'],
  ARROBA: ['arroba', 'arrobas'],
  L: ['litro', 'litros'],
  ML: ['mililitro', 'mililitros'],
  UN: ['unidade', 'unidades'],
  CX: ['caixa', 'caixas'],
  PCT: ['pacote', 'pacotes'],
  GL: ['galão', 'galões'],
  HA: ['hectare', 'hectares'],
};

/** Returns a unit in words: `tonelada`. */
export const unitName = (symbol: string): string => names[symbol]?.[0] ?? symbol;

/** Returns a unit in words as it stands after a quantity, plural from two on: `toneladas`. */
export const unitAfter = (quantity: number, symbol: string): string =>
  names[symbol]?.[quantity < 2 ? 0 : 1] ?? symbol;
