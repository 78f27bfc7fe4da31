import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import { OfflineBanner } from '../../shell/banners.tsx';
import { SkipLinks } from '../../shell/skip-links.tsx';
import { ThemeToggle } from '../../shell/theme-toggle.tsx';
import { BrandMark, FieldArt } from '../../ui/brand.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './entrance.module.css';

/** The layout of the pages before the login: the portal's purpose, and the form. */
export function Entrance() {
  const {
    definition: { title },
  } = usePortal();
  return (
    <div className={styles['entrance']}>
      <SkipLinks hasMenu={false} />
      <Purpose />
      <div className={styles['panel']}>
        <header className={styles['top']}>
          <a href="/" className={styles['name']}>
            <BrandMark size={40} />
            <span>
              <strong>Lavra</strong> <small>{title}</small>
            </span>
            <span className="lv-hidden">: escolher outro portal</span>
          </a>
          <ThemeToggle />
        </header>
        <main id="conteudo" tabIndex={-1} style={{ display: 'grid', minWidth: 0 }}>
          <Outlet />
        </main>
        <footer id="rodape" className={styles['foot']} tabIndex={-1}>
          <Link to={commonPaths.help}>Ajuda</Link>
          <Link to={commonPaths.page('termos-de-uso')}>Termos de uso</Link>
          <Link to={commonPaths.page('politica-de-privacidade')}>Privacidade</Link>
          <a href="/">Outros portais</a>
        </footer>
      </div>
    </div>
  );
}

/** What the portal is for, over a picture of a field. */
function Purpose() {
  const {
    definition: { promise, points },
  } = usePortal();
  return (
    <aside className={styles['art']} aria-label="Sobre o portal">
      <FieldArt className={styles['picture'] ?? ''} />
      <div className={styles['words']}>
        <p>{promise}</p>
        <ul className={styles['points']}>
          {points.map((point) => (
            <li key={point}>
              <CheckIcon size={18} />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/** The way from a page before the login to the login; stands below the page. */
export const BackToLogin = ({
  children = 'Voltar para entrar',
}: {
  readonly children?: string;
}) => (
  <p>
    <Link to={commonPaths.login} className="lv-link">
      {children}
    </Link>
  </p>
);

interface IncompleteLinkProps {
  /** What helps. */
  readonly children?: ReactNode;
}

/** Shown where the link of an e-mail was opened without its token. */
export const IncompleteLink = ({
  children = 'Abra de novo o link do e-mail.',
}: IncompleteLinkProps) => (
  <Notice tone="warn" title="Este link está incompleto.">
    <p>{children}</p>
  </Notice>
);

/** One page before the login. */
export function EntrancePage({
  title,
  lead,
  wide = false,
  keeps,
  below,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  /** Says, without a connection, what of the input is kept on the device, where it is. */
  readonly keeps?: string;
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const heading = usePageTitle(title);
  return (
    <div className={styles['content']} data-wide={wide || undefined}>
      <div className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <OfflineBanner keeps={keeps} />
      {children}
      {below !== undefined && <div className={styles['below']}>{below}</div>}
    </div>
  );
}

/** The steps of a form, with the current one marked. */
export function Steps({
  names,
  current,
}: {
  readonly names: readonly string[];
  readonly current: number;
}) {
  return (
    <ol className={styles['steps']} aria-label="Etapas">
      {names.map((name, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
