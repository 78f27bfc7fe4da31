import { Link } from '@tanstack/react-router';
import { usePortal, useSession } from '../runtime/context.tsx';
import type { NavigationEntry } from '../runtime/definition.ts';
import { MenuIcon } from '../ui/icons.tsx';
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

/** The menu at the side, grouped by headings where there are some. */
export function SideNavigation() {
  const entries = useEntries();
  const groups = [...new Set(entries.map(({ group }) => group))];
  return groups.map((group) => (
    <div
      key={group ?? ''}
      className={styles['navGroup']}
      data-dense={groups.length > 1 || undefined}
    >
      {group !== undefined && <p id={`menu-${group}`}>{group}</p>}
      <ul
        className={styles['nav']}
        {...(group === undefined ? {} : { 'aria-labelledby': `menu-${group}` })}
      >
        {entries
          .filter((entry) => entry.group === group)
          .map((entry) => (
            <li key={entry.to}>
              <EntryLink {...entry} />
            </li>
          ))}
      </ul>
    </div>
  ));
}

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
