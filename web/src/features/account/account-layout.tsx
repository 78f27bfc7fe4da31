import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { commonPaths } from '../../paths/common.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './account.module.css';

/** The layout of the account's pages, with their menu. */
export function AccountLayout() {
  const type = useSession()?.user.user_type;
  const hasAddresses = type === 'produtor' || type === 'fornecedor';
  const tabs = [
    [commonPaths.account, 'Dados'],
    ...(hasAddresses ? [[commonPaths.addresses, 'Endereços']] : []),
    ...(type === 'fornecedor'
      ? [
          [commonPaths.productTypes, 'O que você vende'],
          [commonPaths.coverage, 'Onde você entrega'],
        ]
      : []),
    ...(type === 'admin' ? [] : [[commonPaths.subscription, 'Assinatura']]),
    [commonPaths.password, 'Senha'],
    [commonPaths.privacy, 'Privacidade'],
  ] as const;
  const { navigation } = usePortal().definition;
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // On phones the menu is a scrollable strip: scrolls the current page's entry into view.
  useEffect(() => {
    menu.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <Page title={navigation.find(({ to }) => to === commonPaths.account)?.label ?? 'Minha conta'}>
      <div className={styles['layout']}>
        <nav ref={menu} aria-label="Minha conta">
          <ul>
            {tabs.map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to ?? commonPaths.account}
                  activeOptions={{ exact: true }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
