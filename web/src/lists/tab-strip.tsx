import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './tab-strip.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

export interface TabTo {
  readonly label: string;
  /** How many there are behind it. */
  readonly count?: number | undefined;
  readonly to: string;
  /** The address's parameters, where tabs differ in them instead of in their path. */
  readonly search?: LinkProps['search'];
  /** Whether it is the open one; undefined where its path says so. */
  readonly isOpen?: boolean;
}

/** Tabs that are links, each with an address of its own; a phone scrolls them sideways. */
export function TabStrip({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly TabTo[];
}) {
  const strip = useCurrentInView();
  return (
    <nav ref={strip} className={styles['tabs']} aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <TabLink tab={tab} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabLink({ tab: { label, count, to, search, isOpen } }: { readonly tab: TabTo }) {
  const content = (
    <>
      {label}
      {count !== undefined && (
        <>
          {' '}
          <span className={styles['count']}>{count}</span>
        </>
      )}
    </>
  );
  if (isOpen === undefined)
    return (
      <Link
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        {content}
      </Link>
    );
  return (
    <Link
      to={to}
      search={search}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      aria-current={isOpen ? 'page' : undefined}
    >
      {content}
    </Link>
  );
}
