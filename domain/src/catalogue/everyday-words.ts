/**
 * Words of the field, folded and in the singular, and the beginnings of catalogue words that they
 * stand for: types and subtypes of products, active ingredients, brands. Written for Lavra from
 * general use. An aid for searching, no recommendation: what a product may be used against is on
 * its label.
 */
const everyday: Readonly<Record<string, readonly string[]>> = {
  adubo: ['fertilizante'],
  adubacao: ['fertilizante'],
  veneno: ['defensivo'],
  agrotoxico: ['defensivo'],
  mato: ['herbicida'],
  erva: ['herbicida'],
  daninha: ['herbicida'],
  capim: ['cletodim', 'haloxifop', 'glifosato', 'nicossulfurom', 's-metolacloro'],
  buva: ['glufosinato', 'saflufenacil', 'diclosulam', '2,4-d'],
  dessecante: ['diquat', 'glifosato', 'glufosinato', 'saflufenacil'],
  lagarta: [
    'clorantraniliprole',
    'flubendiamida',
    'espinetoram',
    'indoxacarbe',
    'metoxifenozida',
    'triflumurom',
    'diflubenzurom',
    'tiodicarbe',
    'metomil',
    'clorfenapir',
    'bacillus thuringiensis',
    'nucleopolyhedrovirus',
    'trichogramma',
  ],
  broca: ['cotesia', 'clorantraniliprole', 'triflumurom', 'trichogramma'],
  percevejo: ['acefato', 'imidacloprido', 'tiametoxam', 'bifentrina', 'acetamiprid'],
  pulgao: ['imidacloprido', 'tiametoxam', 'acetamiprid', 'acefato'],
  cigarrinha: ['imidacloprido', 'tiametoxam', 'metarhizium', 'bifentrina'],
  mosca: ['piriproxifem', 'espiromesifeno', 'diafentiurom', 'acetamiprid', 'beauveria'],
  acaro: ['acaricida', 'abamectina', 'espirodiclofeno', 'propargito'],
  ferrugem: [
    'azoxistrobina',
    'picoxistrobina',
    'trifloxistrobina',
    'piraclostrobina',
    'protioconazol',
    'ciproconazol',
    'tebuconazol',
    'mancozebe',
  ],
  mofo: ['fluazinam', 'trichoderma', 'tiofanato', 'procimidona'],
  fungo: ['fungicida'],
  inseto: ['inseticida'],
  praga: ['inseticida', 'acaricida'],
  nematoide: ['nematicida'],
  formiga: ['formicida'],
  cupim: ['cupinicida', 'fipronil'],
  lesma: ['moluscicida'],
  caracol: ['moluscicida'],
  cal: ['calcari'],
  calcareo: ['calcari'],
  cloreto: ['kcl'],
  randap: ['roundup'],
  roundap: ['roundup'],
  racao: ['nutricao animal'],
};

/** Crops by which plant protection is looked for, folded. */
const crops: ReadonlySet<string> = new Set(
  'soja milho algodao cafe cana trigo arroz feijao pastagem pasto citros sorgo batata tomate amendoim girassol'.split(
    ' ',
  ),
);

const singular = (word: string): string =>
  word.endsWith('oes')
    ? `${word.slice(0, -3)}ao`
    : word.length > 4 && word.endsWith('s')
      ? word.slice(0, -1)
      : word;

/** Returns what a folded word stands for in the catalogue, besides itself; may be empty. */
export function catalogueWordsOf(word: string): readonly string[] {
  const one = singular(word);
  return Object.hasOwn(everyday, one) ? (everyday[one] ?? []) : [];
}

/** Returns true for the name of a crop, folded. */
export const isCrop = (word: string): boolean => crops.has(singular(word));

/** Letters of the names of crops that are also written with an accent, as regular expressions. */
const accented: Readonly<Record<string, string>> = {
  a: '[aàáâãäAÀÁÂÃÄ]',
  c: '[cçCÇ]',
  e: '[eèéêëEÈÉÊË]',
  i: '[iìíîïIÌÍÎÏ]',
  o: '[oòóôõöOÒÓÔÕÖ]',
  u: '[uùúûüUÙÚÛÜ]',
};

/**
 * Returns the regular expression of a crop (`isCrop`) as it may be written in a text that is not
 * folded, with or without accents, composed or not.
 */
export const spellingsOfCrop = (crop: string): string =>
  Array.from(crop, (letter) => {
    const spelling = accented[letter] ?? `[${letter}${letter.toUpperCase()}]`;
    return `${spelling}[\u0300-\u036F]?`;
  }).join('');
