/** The 27 federative units, as IBGE has them. */
export const stateCodes = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const;

const known: ReadonlySet<string> = new Set(stateCodes);

/** Whether a text names a federative unit, in capitals or not. */
export const isStateCode = (text: string): boolean => known.has(text.toUpperCase());
