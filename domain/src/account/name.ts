import { isBlank } from '../text/blank.ts';
import { fold } from '../text/fold.ts';
import { visibleText } from '../text/typed-text.ts';

/**
 * Maximum length of a folded name, in UTF-16 units. The limit applies to the folded form because
 * texts are searched for it and one character can fold into several words.
 */
const NAME_MAX_FOLDED = 400;

export type ParsedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly reason: 'not_blank' | 'name_characters' };

/**
 * Parses the name of a person or company into its stored form: composed (NFC), on one line, one
 * space between words, without characters that no one sees. Returns
 * `not_blank` for a blank name and `name_characters` for one that folds to more than 400 units.
 */
export function parseName(raw: string): ParsedName {
  const name = visibleText(raw).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (isBlank(name)) return { ok: false, reason: 'not_blank' };
  return fold(name).length > NAME_MAX_FOLDED
    ? { ok: false, reason: 'name_characters' }
    : { ok: true, name };
}
