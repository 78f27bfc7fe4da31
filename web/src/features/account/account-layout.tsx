import { Link, Outlet } from '@tanstack/react-router';
import { useSession } from '../../portal/context.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './account.module.css';

/** The account's pages, with their menu. */
export function AccountLayout() {
  const type = useSession()?.user.user_type;
  const hasAddresses = type === 'produtor' || type === 'fornecedor';
  const places = [
    ['/conta', 'Dados'],
    ...(hasAddresses ? [['/conta/enderecos', 'Endereços']] : []),
    ...(type === 'fornecedor' ? [['/conta/produtos', 'O que você vende'], ['/conta/atuacao', 'Onde você entrega']] : []),
    ['/conta/senha', 'Senha'],
    ['/conta/privacidade', 'Privacidade'],
  ] as const;
  return (
    <Page title="Minha conta">
      <div className={styles['layout']}>
        <nav aria-label="Minha conta">
          <ul>{places.map(([to, label]) => <li key={to}><Link to={to ?? '/conta'} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>{label}</Link></li>)}</ul>
        </nav>
        <div><Outlet /></div>
      </div>
    </Page>
  );
}
