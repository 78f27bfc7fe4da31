import type { ReactNode } from 'react';
import styles from './facts.module.css';

interface ContentProps {
  readonly children: ReactNode;
}

/** The line below a page's title: number, state, dates of what the page shows. */
export const FactLine = ({ children }: ContentProps) => (
  <span className={styles['line']}>{children}</span>
);

/** Names with their values, in as many columns as there is room for. */
export const TermList = ({ children }: ContentProps) => (
  <dl className={styles['terms']}>{children}</dl>
);

interface TermProps extends ContentProps {
  readonly name: ReactNode;
  /** Whether it takes a row of its own. */
  readonly wide?: boolean | undefined;
  /** Whether the value is a number or a code. */
  readonly number?: boolean;
}

/** One name with its value, in `TermList`. */
export const Term = ({ name, wide = false, number = false, children }: TermProps) => (
  <div data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd className={number ? 'lv-number' : undefined}>{children}</dd>
  </div>
);
