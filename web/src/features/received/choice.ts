/** The largest number of proposals of one order compared at once. */
export const MOST_COMPARED = 3;

export interface Choice {
  readonly chosen: readonly string[];
  /** Explains in a sentence why a requested proposal is not included. */
  readonly notice?: string;
}

/**
 * Returns the proposals to compare from those requested, by address, device or a press. Duplicates
 * are dropped silently; proposals of other orders, or beyond the maximum, are dropped with a
 * notice.
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

/** Adds or removes a proposal; a fourth one changes nothing and returns a notice. */
export function toggleChoice(chosen: readonly string[], uuid: string): Choice {
  if (chosen.includes(uuid)) return { chosen: chosen.filter((one) => one !== uuid) };
  if (chosen.length >= MOST_COMPARED)
    return { chosen, notice: 'Você já escolheu 3 propostas. Desmarque uma para trocar.' };
  return { chosen: [...chosen, uuid] };
}

/** Reads `a,b,c` from an address. */
export const readChoice = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : [];
export const writeChoice = (chosen: readonly string[]): string | undefined =>
  chosen.length === 0 ? undefined : chosen.join(',');
