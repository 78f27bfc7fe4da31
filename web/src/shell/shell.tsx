import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePortal } from '../portal/context.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { Banners } from './banners.tsx';
import { Bell } from './bell.tsx';
import { Footer } from './footer.tsx';
import { takeKeys } from './keys.ts';
import { SidePlaces, TabPlaces } from './places.tsx';
import styles from './shell.module.css';
import { SkipLinks } from './skip-links.tsx';
import { UserMenu } from './user-menu.tsx';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame of every page behind the login: menu at the side or at the bottom, header, banners, footer. */
export function Shell() {
  const { definition } = usePortal();
  const { tools: Tools } = definition;
  const [keys, setKeys] = useState(false);
  useEffect(() => takeKeys(() => setKeys(true)), []);
  return (
    <div className={styles['shell']}>
      <SkipLinks />
      <aside className={styles['side']} aria-label="Lavra">
        <Brand />
        <nav id="menu" className={styles['sideNav']} aria-label="Menu" tabIndex={-1}><SidePlaces /></nav>
      </aside>
      <header className={styles['bar']}><Brand />{Tools !== undefined && <Tools />}<Bell /><UserMenu /></header>
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
      <Footer onKeys={() => setKeys(true)} />
      {definition.navigation.length > 0 && <nav className={styles['tabs']} aria-label="Menu"><TabPlaces /></nav>}
      {keys && <Suspense fallback={null}><KeysDialog onClose={() => setKeys(false)} /></Suspense>}
    </div>
  );
}

function Brand() {
  const { definition } = usePortal();
  return <Link to="/" className={styles['brand']}><BrandMark size={36} /><span><strong>Lavra</strong> <small>{definition.title}</small></span><span className="lv-hidden">: início</span></Link>;
}
