import type { ReactNode } from 'react';
import styles from './action-row.module.css';

/** The buttons for what can be done with what a page or a card shows; nothing where there are none. */
export const ActionRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['row']}>{children}</div>
);
