/** Codes of the 27 Brazilian federative units, as IBGE lists them. */
const stateCodes = [
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

/** Returns true when a text is the code of a federative unit, in upper or lower case. */
export const isStateCode = (text: string): boolean => known.has(text.toUpperCase());
