/** Code page 850, from 0x80 on: what DOS programs and some farm software still write. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const PORTUGUESE = /[ÁÀÂÃÉÊÍÓÔÕÚÜÇáàâãéêíóôõúüçºª°²³½–—“”‘’•™®§\u00A0´]/;
/** Signs and letters of neighbours that a Brazilian sheet may have, seldom. */
const SELDOM = /[äëïöñèìòùøåÄËÏÖÑÈØÅ·µ±×÷£¢€…‘¼¾«»]/;
const LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;
const ANYWHERE = /[ºª´]/;
const UNDEFINED = /[\u0080-\u009F]/;

/** Bytes beyond ASCII that are judged: more say nothing new. */
const JUDGED = 2_000;

const upper = Uint8Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
/** The characters of each page from 0x80 on; of several that read as well, the first is taken. */
const pages = [
  ...(['windows-1252', 'macintosh'] as const).map((name) => ({
    name,
    characters: new TextDecoder(name).decode(upper),
  })),
  { name: 'cp850' as const, characters: CP850 },
];

/**
 * Decodes a spreadsheet's text file: UTF-16 with its mark (Excel's Unicode text), UTF-8, or the page
 * of Windows, of an old Mac or of DOS, whichever makes Portuguese of it. Undefined when none does.
 */
export function sheetText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const page = pageOf(bytes);
    const text = page === 'cp850' ? textOfDos(bytes) : new TextDecoder(page).decode(bytes);
    return UNDEFINED.test(text) ? undefined : text;
  }
}

/** Returns the page with the fewest doubts; another one than Windows only if it makes sense. */
function pageOf(bytes: Uint8Array): (typeof pages)[number]['name'] {
  const [best] = pages
    .map(({ name, characters }) => ({ name, ...doubtsOf(bytes, characters) }))
    .toSorted((a, b) => a.doubts - b.doubts);
  return best === undefined || best.doubts >= best.judged ? 'windows-1252' : best.name;
}

/**
 * Counts the characters that Portuguese does not have, or not there: a sign within a word, a small
 * letter before a capital, a capital after a small letter; each twice, and once where it may be.
 */
function doubtsOf(
  bytes: Uint8Array,
  characters: string,
): { readonly doubts: number; readonly judged: number } {
  const at = (index: number): string => {
    const byte = bytes[index] ?? 0x20;
    return byte < 0x80 ? String.fromCharCode(byte) : characters.charAt(byte - 0x80);
  };
  let [doubts, judged] = [0, 0];
  for (let index = 0; index < bytes.length && judged < JUDGED; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    judged += 1;
    doubts += doubtOf(at(index - 1), at(index), at(index + 1));
  }
  return { doubts, judged };
}

function doubtOf(before: string, character: string, after: string): number {
  if (SELDOM.test(character)) return 1;
  if (!PORTUGUESE.test(character)) return 2;
  if (ANYWHERE.test(character)) return 0;
  if (!LETTER.test(character)) return LETTER.test(before) && LETTER.test(after) ? 2 : 0;
  return Number(
    CAPITAL.test(character) ? LETTER.test(before) && !CAPITAL.test(before) : CAPITAL.test(after),
  );
}

function textOfDos(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) {
    const codes = Array.from(bytes.subarray(start, start + PIECE), (byte) =>
      byte < 0x80 ? byte : CP850.charCodeAt(byte - 0x80),
    );
    pieces.push(String.fromCharCode(...codes));
  }
  return pieces.join('');
}
const PIECE = 4_096;
