import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { usePortal, useSession } from '../runtime/context.tsx';
import type { NavigationEntry } from '../runtime/definition.ts';
import { ChevronDownIcon, MenuIcon } from '../ui/icons.tsx';
import {
  openGroups,
  pressGroup,
  readGroupChoices,
  storeGroupChoices,
  type GroupChoices,
} from './menu-groups.ts';
import { Menu } from './menu.tsx';
import styles from './shell.module.css';

/** How many entries the bottom bar of a phone shows; the last one opens the others. */
const MOST_TABS = 5;

/** Returns the menu entries that the user may open. */
function useEntries(): readonly NavigationEntry[] {
  const { definition } = usePortal();
  const permissions = useSession()?.permissions ?? [];
  return definition.navigation.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
}

/**
 * The menu at the side. Entries without a group stand first; groups fold, as many open as fit
 * without scrolling, that of the current page among them.
 */
export function SideNavigation() {
  const entries = useEntries();
  const names = [...new Set(entries.flatMap(({ group = [] }) => group))];
  const list = useRef<HTMLDivElement>(null);
  const room = useRoom(list, names.length);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = entries.find(({ to }) => isWithin(path, to))?.group;
  const [choices, setChoices] = useState(readGroupChoices);
  const choose = (next: GroupChoices): void => {
    storeGroupChoices(next);
    setChoices(next);
  };
  const groups = names.map((name) => ({
    name,
    entries: entries.filter(({ group }) => group === name).length,
  }));
  const open = openGroups(groups, choices, { current, room });
  // The group of a page that is opened from elsewhere unfolds, and its entry comes into view.
  useEffect(() => {
    setChoices((now) =>
      current !== undefined && now.folded.includes(current)
        ? { ...now, folded: now.folded.filter((name) => name !== current) }
        : now,
    );
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, path]);
  return (
    <div ref={list} className={styles['navGroups']} data-dense={names.length > 0 || undefined}>
      <EntryList entries={entries.filter(({ group }) => group === undefined)} />
      {names.map((name) => (
        <NavigationGroup
          key={name}
          name={name}
          open={open.has(name)}
          entries={entries.filter(({ group }) => group === name)}
          onPress={() => choose(pressGroup(choices, name, open.has(name)))}
        />
      ))}
    </div>
  );
}

function NavigationGroup({
  name,
  open,
  entries,
  onPress,
}: {
  readonly name: string;
  readonly open: boolean;
  readonly entries: readonly NavigationEntry[];
  readonly onPress: () => void;
}) {
  const id = useId();
  return (
    <div className={styles['navGroup']}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={onPress}>
        <span>{name}</span>
        <ChevronDownIcon size={16} />
      </button>
      <div id={id} hidden={!open}>
        <EntryList label={name} entries={entries} />
      </div>
    </div>
  );
}

const EntryList = ({
  label,
  entries,
}: {
  readonly label?: string;
  readonly entries: readonly NavigationEntry[];
}) => (
  <ul className={styles['nav']} aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.to}>
        <EntryLink {...entry} />
      </li>
    ))}
  </ul>
);

/** Returns whether a page belongs to a menu entry: its own page, or one below it. */
const isWithin = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`);

/**
 * Returns how many entries of groups fit into the menu beside its headings and the entries without
 * a group. Measured, since the menu is narrow on small screens; all fit before it is.
 */
function useRoom(list: React.RefObject<HTMLElement | null>, headings: number): number {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const box = list.current?.parentElement ?? null;
    if (box === null) return undefined;
    const measure = (): void => setRoom(roomIn(box, headings));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [list, headings]);
  return room;
}

function roomIn(box: HTMLElement, headings: number): number {
  const heightOf = (selector: string): number =>
    box.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const [entry, heading, first] = [
    heightOf('li'),
    heightOf('button[aria-expanded]'),
    heightOf('ul'),
  ];
  if (box.clientHeight === 0 || entry === 0) return Infinity; // not shown: the phone has tabs
  return Math.floor((box.clientHeight - first - headings * (heading + GAP) - GAP) / (entry + 1));
}

/** The space above a group's heading, in px. */
const GAP = 4;

/** The menu at the bottom of a phone. */
export function TabNavigation() {
  const entries = useEntries();
  const first = entries.length > MOST_TABS ? entries.slice(0, MOST_TABS - 1) : entries;
  const others = entries.slice(first.length);
  return (
    <ul>
      {first.map((entry) => (
        <li key={entry.to}>
          <EntryLink {...entry} />
        </li>
      ))}
      {others.length > 0 && (
        <li className={styles['more']}>
          <Menu
            label="Mais lugares"
            button={
              <>
                <MenuIcon size={22} />
                <span>Mais</span>
              </>
            }
          >
            {(close) => others.map((entry) => <EntryLink key={entry.to} {...entry} onGo={close} />)}
          </Menu>
        </li>
      )}
    </ul>
  );
}

const EntryLink = ({
  to,
  label,
  icon: Icon,
  onGo,
}: NavigationEntry & { readonly onGo?: () => void }) => (
  <Link
    to={to}
    activeOptions={{ exact: to === '/' }}
    activeProps={{ 'aria-current': 'page' }}
    {...(onGo === undefined ? {} : { onClick: onGo })}
  >
    <Icon size={22} />
    <span>{label}</span>
  </Link>
);
