/** At most so many proposals of one order are compared at once. */
export const MOST_COMPARED = 3;

export interface Choice {
  readonly chosen: readonly string[];
  /** Why something that was asked for is not among them, in a sentence. */
  readonly notice?: string;
}

/**
 * The proposals to compare out of those asked for, from wherever the wish comes: address, device or a press. Doubles are
 * dropped in silence; what is not of this order, or too much, is dropped with a notice.
 */
export function chooseFrom(wanted: readonly string[], known: readonly string[]): Choice {
  const once = [...new Set(wanted)];
  const own = once.filter((uuid) => known.includes(uuid));
  if (own.length > MOST_COMPARED)
    return {
      chosen: own.slice(0, MOST_COMPARED),
      notice: 'Você pode comparar até 3 propostas por vez.',
    };
  return own.length < once.length
    ? { chosen: own, notice: 'Só é possível comparar propostas da mesma cotação.' }
    : { chosen: own };
}

/** Puts a proposal in or takes it out; a fourth one changes nothing and says so. */
export function toggleChoice(chosen: readonly string[], uuid: string): Choice {
  if (chosen.includes(uuid)) return { chosen: chosen.filter((one) => one !== uuid) };
  if (chosen.length >= MOST_COMPARED)
    return { chosen, notice: 'Você já escolheu 3 propostas. Desmarque uma para trocar.' };
  return { chosen: [...chosen, uuid] };
}

/** `a,b,c` of an address. */
export const readChoice = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : [];
export const writeChoice = (chosen: readonly string[]): string | undefined =>
  chosen.length === 0 ? undefined : chosen.join(',');
