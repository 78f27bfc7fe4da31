/**
 * A converted text, and for each of its UTF-16 units the position in the original, with one more
 * entry for the end.
 */
export interface MappedText {
  readonly mapped: string;
  readonly origins: readonly number[];
}

/**
 * Converts a text character by character, calling `convert` once for each distinct one; positions
 * are UTF-16 units.
 */
export function mapCharacters(text: string, convert: (character: string) => string): MappedText {
  const pieces: string[] = [];
  const origins: number[] = [];
  const known = new Map<string, string>();
  let position = 0;
  for (const character of text) {
    const piece = known.get(character) ?? convert(character);
    known.set(character, piece);
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(position);
    pieces.push(piece);
    position += character.length;
  }
  origins.push(position);
  return { mapped: pieces.join(''), origins };
}
