import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePortal } from '../runtime/context.tsx';
import { ChevronRightIcon } from './icons.tsx';
import styles from './page.module.css';

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface PageProps {
  readonly title: string;
  /** What the h1 shows, where it is more than the title's text. */
  readonly heading?: ReactNode;
  /** The title of the window, when it differs from the heading. */
  readonly windowTitle?: string;
  /** The line below the heading; an empty text keeps its place until it is known. */
  readonly lead?: ReactNode;
  /** The breadcrumbs, from the first level on. */
  readonly trail?: readonly Crumb[];
  readonly actions?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

let opened = 0;

/**
 * Sets the title of the window, and moves the focus to the heading when the page replaces another
 * one, for screen readers.
 */
export function usePageTitle(title: string): React.RefObject<HTMLHeadingElement | null> {
  const { definition } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} | ${definition.title}`;
  }, [title, definition.title]);
  useEffect(() => {
    opened += 1;
    if (opened > 1) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** A page behind the login: one h1, the breadcrumbs, the actions. */
export function Page({
  title,
  heading: shown = title,
  windowTitle,
  lead,
  trail,
  actions,
  narrow = false,
  children,
}: PageProps) {
  const heading = usePageTitle(windowTitle ?? title);
  return (
    <div className={styles['page']} data-narrow={narrow || undefined}>
      <header className={styles['titles']}>
        {trail !== undefined && <Trail crumbs={trail} />}
        <div className={styles['head']}>
          <div className={styles['titles']}>
            <h1 ref={heading} tabIndex={-1}>
              {shown}
            </h1>
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}

function Trail({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Você está em">
      <ol className={styles['trail']}>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <ChevronRightIcon size={14} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A card with related content on a page. */
export function Card({
  title,
  lead,
  aside,
  flush = false,
  tone,
  children,
}: {
  readonly title?: string;
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
  readonly flush?: boolean;
  readonly tone?: 'danger';
  readonly children: ReactNode;
}) {
  return (
    <section className={styles['card']} data-flush={flush || undefined} data-tone={tone}>
      {title !== undefined && (
        <div className={styles['cardHead']}>
          <h2>{title}</h2>
          {aside}
          {lead !== undefined && <p>{lead}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
