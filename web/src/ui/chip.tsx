import type { ReactNode } from 'react';
import styles from './figures.module.css';

export type ChipTone = 'plain' | 'good' | 'warn' | 'info' | 'danger';

/** A state in one word; the colour only repeats what the word says. */
export const Chip = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: ChipTone;
  readonly children: ReactNode;
}) => (
  <span className={styles['chip']} data-tone={tone}>
    {children}
  </span>
);
