import { isBlank } from '../text/blank.ts';
import { fold } from '../text/fold.ts';

/** Characters that a name may have where texts are searched for it: single ones that open into whole words fit no name. */
export const NAME_MAX_FOLDED = 400;

export type ParsedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly reason: 'not_blank' | 'name_characters' };

/** A person's or firm's name as it is stored: composed (NFC), without space around it. */
export function parseName(raw: string): ParsedName {
  const name = raw.normalize('NFC').trim();
  if (isBlank(name)) return { ok: false, reason: 'not_blank' };
  return fold(name).length > NAME_MAX_FOLDED
    ? { ok: false, reason: 'name_characters' }
    : { ok: true, name };
}
