/** A group of the menu: its heading and the number of its entries. */
export interface MenuGroup {
  readonly name: string;
  readonly entries: number;
}

/** What the user did to the groups on this device, the latest first. */
export interface GroupChoices {
  readonly opened: readonly string[];
  readonly folded: readonly string[];
}

const STORED = 'lavra.menu.groups';
const none: GroupChoices = { opened: [], folded: [] };

/** Returns the choices of this device; none where nothing readable is stored. */
export function readGroupChoices(): GroupChoices {
  try {
    const { opened, folded } = JSON.parse(localStorage.getItem(STORED) ?? '') as GroupChoices;
    return { opened: opened.map(String), folded: folded.map(String) };
  } catch {
    return none;
  }
}
export const storeGroupChoices = (choices: GroupChoices): void =>
  localStorage.setItem(STORED, JSON.stringify(choices));

/** Returns the choices after the user pressed a group's heading. */
export function pressGroup(
  { opened, folded }: GroupChoices,
  name: string,
  wasOpen: boolean,
): GroupChoices {
  const without = (names: readonly string[]): string[] => names.filter((one) => one !== name);
  return wasOpen
    ? { opened: without(opened), folded: [name, ...without(folded)] }
    : { opened: [name, ...without(opened)], folded: without(folded) };
}

/**
 * Returns the groups that are open: the current page's first, then those opened last, then the
 * others from the top, each as long as its entries fit into `room` (in entries). The current page's
 * group is open also where it does not fit; a group folded by the user stays folded.
 */
export function openGroups(
  groups: readonly MenuGroup[],
  { opened, folded }: GroupChoices,
  { current, room }: { readonly current: string | undefined; readonly room: number },
): ReadonlySet<string> {
  const rank = ({ name }: MenuGroup): number => {
    if (name === current) return -1;
    const at = opened.indexOf(name);
    return at === -1 ? opened.length : at;
  };
  let left = room;
  const open = new Set<string>();
  // toSorted is stable: groups of the same rank keep the menu's order.
  for (const group of groups.toSorted((one, other) => rank(one) - rank(other))) {
    if (folded.includes(group.name) || (group.name !== current && group.entries > left)) continue;
    open.add(group.name);
    left -= group.entries;
  }
  return open;
}
