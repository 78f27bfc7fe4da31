import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { usePortal } from '../runtime/context.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import { takeKeys } from './keys.ts';
import { SideNavigation, TabNavigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './shell.module.css';
import { SkipLinks } from './skip-links.tsx';
import { UserMenu } from './user-menu.tsx';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/**
 * The shell of every page behind the login: menu at the side or at the bottom, header with `tools`,
 * banners, footer.
 */
export function Shell({ tools }: { readonly tools: React.ReactNode }) {
  const { definition } = usePortal();
  const [keys, setKeys] = useState(false);
  const [narrow, setNarrow] = useState(isMenuNarrow);
  const showKeys = useCallback(() => setKeys(true), []);
  useEffect(() => takeKeys(showKeys), [showKeys]);
  return (
    <div className={styles['shell']} data-narrow={narrow || undefined}>
      <SkipLinks />
      <aside className={styles['side']} aria-label="Lavra">
        <Brand />
        <nav id="menu" className={styles['sideNav']} aria-label="Menu" tabIndex={-1}>
          <SideNavigation />
        </nav>
        <FoldButton narrow={narrow} onFold={setNarrow} />
      </aside>
      <header className={styles['bar']}>
        <Brand />
        <PaletteButton onKeys={showKeys} />
        {tools}
        <UserMenu />
      </header>
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
      <Footer onKeys={showKeys} />
      {definition.navigation.length > 0 && (
        <nav className={styles['tabs']} aria-label="Menu">
          <TabNavigation />
        </nav>
      )}
      {keys && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}

const NARROW = 'lavra.menu';
const isMenuNarrow = (): boolean => localStorage.getItem(NARROW) === 'narrow';

/** Folds and unfolds the side menu; the state is stored on the device. */
function FoldButton({
  narrow,
  onFold,
}: {
  readonly narrow: boolean;
  readonly onFold: (narrow: boolean) => void;
}) {
  const fold = (): void => {
    if (narrow) localStorage.removeItem(NARROW);
    else localStorage.setItem(NARROW, 'narrow');
    onFold(!narrow);
  };
  return (
    <button type="button" className={styles['fold']} onClick={fold}>
      {narrow ? <ChevronRightIcon /> : <ChevronLeftIcon />}
      <span>{narrow ? 'Alargar menu' : 'Recolher menu'}</span>
    </button>
  );
}

function Brand() {
  const { definition } = usePortal();
  return (
    <Link to="/" className={styles['brand']}>
      <BrandMark size={36} />
      <span>
        <strong>Lavra</strong> <small>{definition.title}</small>
      </span>
      <span className="lv-hidden">: início</span>
    </Link>
  );
}
