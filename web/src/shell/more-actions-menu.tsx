import type { ReactNode } from 'react';
import { Menu } from './menu.tsx';
import styles from './more-actions-menu.module.css';

/** The menu with the other actions of a page, beside the one that leads on. */
export const MoreActionsMenu = ({
  children,
}: {
  readonly children: (close: () => void) => ReactNode;
}) => (
  <div className={styles['box']}>
    <Menu label="Mais ações" button="Mais ações">
      {children}
    </Menu>
  </div>
);
