import { fold } from '@lavra/domain/text/fold';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';

/** An item as farmers write it in one line: `50 sacos de ureia`, `MAP 11-52 10 ton`. */
export interface WrittenItem {
  readonly product: string;
  /** As written; empty when the line names no quantity. */
  readonly quantity: string;
  /** With the size of the package: `gl 20 L`, `sc 60`. Empty when the line names none. */
  readonly unit: string;
}

/** A quantity in a unit of the platform. */
export interface SettledQuantity {
  readonly quantity: string;
  readonly unit: string;
}

// Spellings from the units of public tenders (server/data/units.json) and of trade price lists.
const spellings = {
  kg: 'kg kgs kilo kilos quilo quilos',
  g: 'g gr grs grama gramas',
  t: 't tn ton tons tonelada toneladas',
  l: 'l lt lts ltr litro litros',
  ml: 'ml mls mililitro mililitros',
  sc: 'sc scs saco sacos saca sacas',
  gl: 'gl gls gal galao galoes',
  bag: 'bag bags bigbag bigbags big-bag big-bags',
  cx: 'cx cxs caixa caixas',
  un: 'un und unid unids uni unidade unidades',
  pct: 'pct pcts pacote pacotes',
  balde: 'bd bds balde baldes',
  bombona: 'bb bbs bombona bombonas',
  tambor: 'tb tambor tambores',
  frasco: 'fr frs frasco frascos',
  dose: 'dose doses',
  arroba: '@ arroba arrobas',
  ha: 'ha hectare hectares',
} as const;
type Word = keyof typeof spellings;
const words: ReadonlyMap<string, Word> = new Map(
  // The keys are those of the object above.
  (Object.keys(spellings) as Word[]).flatMap((word) =>
    spellings[word].split(' ').map((spelling) => [spelling, word] as const),
  ),
);

const symbolOf: Readonly<Partial<Record<Word, string>>> = {
  kg: 'KG',
  g: 'G',
  t: 'TON',
  l: 'L',
  ml: 'ML',
  gl: 'GL',
  cx: 'CX',
  un: 'UN',
  pct: 'PCT',
  arroba: 'ARROBA',
  ha: 'HA',
};

/** Thousandths of a kilogram or of a litre; the units of one dimension convert exactly. */
const measures: Readonly<Record<string, readonly [Dimension, bigint]>> = {
  G: ['mass', 1n],
  KG: ['mass', 1_000n],
  SC40: ['mass', 40_000n],
  SC50: ['mass', 50_000n],
  SC60: ['mass', 60_000n],
  TON: ['mass', 1_000_000n],
  ML: ['volume', 1n],
  L: ['volume', 1_000n],
};
const measuring: ReadonlySet<Word> = new Set(['kg', 'g', 't', 'l', 'ml']);
const isMeasure = (word: Word): boolean => measuring.has(word);
const isVolume = (word: Word): boolean => word === 'l' || word === 'ml';

/** Whether something is weighed or measured in litres. */
export type Dimension = 'mass' | 'volume';
const packsOf: Readonly<Partial<Record<Word, Dimension>>> = {
  sc: 'mass',
  bag: 'mass',
  arroba: 'mass',
  gl: 'volume',
};

/**
 * Returns the dimension of a written unit or of a symbol: of the size of a package, `gl 20 L`, or
 * else of what such packages hold; undefined for boxes and pieces.
 */
export function dimensionOf(unit: string): Dimension | undefined {
  const found = [...fold(unit).matchAll(/@|[a-z]+/g)].flatMap(([text]) => words.get(text) ?? []);
  const measure = found.findLast(isMeasure);
  if (measure !== undefined) return isVolume(measure) ? 'volume' : 'mass';
  const pack = found.find((word) => packsOf[word] !== undefined);
  return pack === undefined ? undefined : packsOf[pack];
}

const NUMBER = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?`;
const UNIT = [...words.keys()].toSorted((a, b) => b.length - a.length).join('|');
// Neither part of a formula (11-52), of a name (2,4-D) nor a concentration (480 g/L).
const counted = new RegExp(
  String.raw`(?<![\w.,/%-])(${NUMBER})( ?mil)?(?: x)?\s*(big ?(?=bag)|)(${UNIT})(?![a-z/_])\.?`,
  'g',
);
const sized = new RegExp(
  String.raw`\s*(?:de |com |c/ ?|- ?|x ?)?\(?(?:(${NUMBER}) ?x ?)?(${NUMBER})(?:\s*(${UNIT})(?![a-z/_])|(?![\w/%.,-]| ?(?:mil|sem|k)\b))\)?`,
  'y',
);
const multiplied = new RegExp(
  String.raw`(?<![\w.,/%-])(${NUMBER}) ?x ?((?:${NUMBER})\s*(?:${UNIT}))(?![a-z/_])`,
);

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly quantity: string;
  readonly word: Word;
  /** What is written after the number: unit and size. */
  readonly unit: string;
  readonly hasSize: boolean;
  /** A size of a package written without a count: `galão de 20 L`. */
  readonly isSize: boolean;
}

/**
 * Splits a line into product, quantity and unit. What belongs to the product stays in its name:
 * formulas, concentrations, varieties and formulation codes (the SC of `Boral 500 SC`).
 */
export function splitWrittenItem(line: string): WrittenItem {
  const text = withoutBullet(line.normalize('NFC').trim());
  const key = sameLengthFold(text);
  const times = multiplied.exec(key);
  if (times !== null && !isAfterPack(key.slice(0, times.index)))
    return {
      product: nameWithout(text, [[times.index, times.index + times[0].length]]),
      quantity: times[1] ?? '',
      unit: `un ${times[2] ?? ''}`,
    };
  const found = withoutFormulations(candidatesOf(text, key));
  const pack =
    found.find(({ word, hasSize }) => !isMeasure(word) && hasSize) ??
    found.find(({ word }) => !isMeasure(word));
  const main = pack ?? found.findLast(({ isSize }) => !isSize);
  if (main === undefined) return splitBareNumber(text);
  const size =
    pack === undefined || pack.hasSize ? undefined : found.find(({ word }) => isMeasure(word));
  return {
    product: nameWithout(
      text,
      [main, ...(size === undefined ? [] : [size])].map(({ start, end }) => [start, end]),
    ),
    quantity: main.quantity,
    unit: size === undefined ? main.unit : `${main.unit} ${size.quantity} ${size.unit}`,
  };
}

/** `5 cx 4x5 L`: the product of two numbers is the size of the package. */
const isAfterPack = (before: string): boolean => {
  const word = words.get(/([a-z]+)(?: (?:de|com)| c\/)?\s*$/.exec(before)?.[1] ?? '');
  return word !== undefined && !isMeasure(word);
};

function candidatesOf(text: string, key: string): readonly Candidate[] {
  return [...key.matchAll(counted)].flatMap((match): Candidate[] => {
    const [whole, amount = '', thousand, big = '', spelling = ''] = match;
    const word = words.get(spelling);
    if (word === undefined) return [];
    const start = match.index;
    const unitStart = start + whole.length - whole.replace(/^.*?(?=[a-z@])/, '').length;
    sized.lastIndex = start + whole.length;
    const size = isMeasure(word) ? null : sized.exec(key);
    const hasSize = size !== null && isSizeOf(word, size);
    const end = hasSize ? sized.lastIndex : start + whole.length;
    return [
      {
        start,
        end,
        quantity:
          thousand === undefined ? amount : formatQuantity(1000 * Number(parseDecimal(amount))),
        word,
        unit:
          thousand === undefined ? text.slice(unitStart, end).trim() : `${big}${spelling}`.trim(),
        hasSize,
        isSize:
          isMeasure(word) &&
          isAfterPack(key.slice(0, start)) &&
          !(isVolume(word) && /\bsc\s*$/.test(key.slice(0, start))) &&
          !/\d\s*[a-z]+(?: (?:de|com)| c\/)?\s*$/.test(key.slice(0, start)),
      },
    ];
  });
}

/** A size has a measure; only sacks are also written without one: `sc 60`. */
const isSizeOf = (word: Word, [, , amount, unit]: RegExpExecArray): boolean => {
  const measure = words.get(unit ?? '');
  if (measure === undefined)
    return unit === undefined && word === 'sc' && ['40', '50', '60'].includes(amount ?? '');
  return isMeasure(measure) && !(word === 'sc' && isVolume(measure));
};

/** SC is also the suspension concentrate in the names of pesticides: `Boral 500 SC 20 L`. */
const withoutFormulations = (found: readonly Candidate[]): readonly Candidate[] =>
  found.filter(
    (one) =>
      one.word !== 'sc' ||
      one.hasSize ||
      !found.some((other) => other !== one && (!isMeasure(other.word) || isVolume(other.word))),
  );

/** Reads `50 ureia` and `ureia - 50`; a last number without a sign before it is part of the name. */
function splitBareNumber(text: string): WrittenItem {
  const first = new RegExp(String.raw`^(${NUMBER})(?: x)?\s+(?=\D)`, 'i').exec(text);
  if (first !== null)
    return { product: text.slice(first[0].length).trim(), quantity: first[1] ?? '', unit: '' };
  const last = new RegExp(String.raw`\s*(?:[:=]|\s[-–x]\s|qtde?\.?)\s*(${NUMBER})$`, 'i').exec(
    text,
  );
  return last === null
    ? { product: text, quantity: '', unit: '' }
    : { product: text.slice(0, last.index).trim(), quantity: last[1] ?? '', unit: '' };
}

const withoutBullet = (text: string): string =>
  text
    .replace(/^\[[^\]]{4,30}\] ?[^:]{1,40}: ?/, '')
    .replace(/^(?:[-–•*▪·]+|\d{1,3}\s?[).](?!\d)|\d{1,3} -(?= ))\s*/, '');

function nameWithout(text: string, ranges: readonly (readonly [number, number])[]): string {
  const rest = ranges
    .toSorted(([a], [b]) => b - a)
    .reduce((left, [start, end]) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  return rest
    .replaceAll(/\(\s*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:.\-–=]*(?:(?:de|do|da|d[eo]s?)\s+)?/i, '')
    .replace(/[\s,;:\-–=(]+$/, '')
    .replace(
      /\s(?:galao|galão|gal[oõ]es|gl|balde|bombona|bb|frasco|saco|emb\.?|embalagem|em|de|c\/|com)$/i,
      '',
    )
    .trim();
}

/** Folds character by character, so that positions are those of the text. */
const sameLengthFold = (text: string): string =>
  Array.from(text)
    .map((letter) => {
      const folded = fold(letter);
      return folded.length === letter.length ? folded : letter;
    })
    .join('');

/**
 * Converts a written quantity into a unit of the platform, where package and size make it exact:
 * sacks of a product sold in sacks, `10 gl 20 L` of one sold in litres. Returns undefined where the
 * unit has to be asked. `quantity` is in plain digits, as `parseDecimal` returns it.
 */
export function settleQuantity(
  { quantity, unit }: SettledQuantity,
  product: { readonly unit: string },
  symbols: readonly string[],
): SettledQuantity | undefined {
  const phrase = fold(unit).trim();
  const has = (symbol: string | undefined): symbol is string =>
    symbol !== undefined && (symbols.includes(symbol) || symbol === product.unit);
  const named = symbols.find((symbol) => fold(symbol) === phrase.replaceAll(/[.\s]+/g, ''));
  if (named !== undefined) return { quantity, unit: named };
  const [, big = '', spelling = '', rest = ''] =
    /^(big ?)?(@|[a-z]+(?:-bags?)?)\.?\s*(.*)$/.exec(phrase) ?? [];
  const word = words.get(`${big === '' ? '' : 'big'}${spelling}`) ?? words.get(spelling);
  if (word === undefined) return undefined;
  const size = rest === '' ? undefined : sizeIn(rest, word);
  if (size !== undefined) return convert(quantity, size, word, product.unit, has);
  if (rest !== '' && rest !== 'de') return undefined;
  if (word === 'sc')
    return /^SC\d+$/.test(product.unit) ? { quantity, unit: product.unit } : undefined;
  const symbol = symbolOf[word];
  return has(symbol) ? { quantity, unit: symbol } : undefined;
}

interface Size {
  readonly dimension: Dimension;
  /** In millionths of a kilogram or litre. */
  readonly millionths: bigint;
}

function sizeIn(text: string, word: Word): Size | undefined {
  sized.lastIndex = 0;
  const match = sized.exec(text);
  if (match === null || sized.lastIndex < text.trimEnd().length || !isSizeOf(word, match))
    return undefined;
  const [, times = '1', amount = '', unit = 'kg'] = match;
  const measure = measures[symbolOf[words.get(unit) ?? 'kg'] ?? ''];
  const [count, each] = [thousandths(times), thousandths(amount)];
  if (measure === undefined || count === undefined || each === undefined) return undefined;
  return { dimension: measure[0], millionths: (count * each * measure[1]) / 1_000n };
}

function convert(
  quantity: string,
  { dimension, millionths }: Size,
  word: Word,
  wanted: string,
  has: (symbol: string | undefined) => symbol is string,
): SettledQuantity | undefined {
  const count = thousandths(quantity);
  if (count === undefined) return undefined;
  const sack = `SC${millionths / 1_000_000n}`;
  const isWhole = millionths % 1_000_000n === 0n;
  if (word === 'sc' && dimension === 'mass' && isWhole && has(sack))
    return { quantity, unit: sack };
  for (const symbol of [wanted, dimension === 'mass' ? 'KG' : 'L']) {
    const [kind, factor = 1n] = measures[symbol] ?? [];
    if (kind !== dimension || !has(symbol)) continue;
    // Thousandths of the wanted unit; a part of a sack is nothing one can order.
    const [total, divisor] = [count * millionths, factor * 1_000n];
    const isExact = total % divisor === 0n;
    if (isExact && (!symbol.startsWith('SC') || (total / divisor) % 1_000n === 0n))
      return { quantity: digitsOf(total / divisor), unit: symbol };
  }
  return undefined;
}

/** Returns a decimal as thousandths; undefined when it is none, or has more than three decimals. */
function thousandths(text: string): bigint | undefined {
  const [whole = '', fraction = ''] = (parseDecimal(text) ?? '').split('.');
  return whole === '' || fraction.length > 3 || whole.length > 12
    ? undefined
    : BigInt(whole + fraction.padEnd(3, '0'));
}

const digitsOf = (count: bigint): string =>
  `${count / 1_000n}.${String(count % 1_000n).padStart(3, '0')}`.replace(/\.?0+$/, '') || '0';
