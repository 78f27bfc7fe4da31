import { Link, Outlet } from '@tanstack/react-router';
import { usePortal } from '../portal/context.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { Banners } from './banners.tsx';
import { Bell } from './bell.tsx';
import { SidePlaces, TabPlaces } from './places.tsx';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

/** The frame of every page behind the login: menu at the side or at the bottom, header, banners. */
export function Shell() {
  const { definition } = usePortal();
  return (
    <div className={styles['shell']}>
      <SkipLinks />
      <aside className={styles['side']} aria-label="Lavra">
        <Brand />
        <nav id="menu" className={styles['sideNav']} aria-label="Menu" tabIndex={-1}><SidePlaces /></nav>
        <footer className={styles['sideFoot']}>
          <Link to="/paginas/$slug" params={{ slug: 'termos-de-uso' }}>Termos de uso</Link>
          <Link to="/paginas/$slug" params={{ slug: 'politica-de-privacidade' }}>Privacidade</Link>
        </footer>
      </aside>
      <header className={styles['bar']}><Brand /><Bell /><UserMenu /></header>
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
      {definition.navigation.length > 0 && <nav className={styles['tabs']} aria-label="Menu"><TabPlaces /></nav>}
    </div>
  );
}

/** The ways past what repeats; Alt+1 and Alt+2 as on government sites. */
export const SkipLinks = () => (
  <div className={styles['skip']}>
    <a href="#conteudo" accessKey="1" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>('#conteudo')?.focus(); }}>Ir para o conteúdo</a>
    <a href="#menu" accessKey="2" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>('#menu a, nav a')?.focus(); }}>Ir para o menu</a>
  </div>
);

function Brand() {
  const { definition } = usePortal();
  return <Link to="/" className={styles['brand']}><BrandMark size={36} /><span><strong>Lavra</strong> <small>{definition.title}</small></span><span className="lv-hidden">: início</span></Link>;
}
