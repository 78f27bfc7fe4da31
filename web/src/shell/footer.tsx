import { Link } from '@tanstack/react-router';
import { commonPaths } from '../paths/common.ts';
import styles from './shell.module.css';

/** The footer of every page, always with the help link first. */
export const Footer = ({ onKeys }: { readonly onKeys?: () => void }) => (
  <footer id="rodape" className={styles['foot']} tabIndex={-1}>
    <Link to={commonPaths.help}>Ajuda</Link>
    {onKeys !== undefined && (
      <button type="button" className={styles['keysButton']} onClick={onKeys}>
        Atalhos do teclado
      </button>
    )}
    <Link to={commonPaths.page('termos-de-uso')}>Termos de uso</Link>
    <Link to={commonPaths.page('politica-de-privacidade')}>Privacidade</Link>
  </footer>
);
