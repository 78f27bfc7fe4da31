import { Link, Outlet } from '@tanstack/react-router';
import { useCurrentInView } from '../../lists/use-current-in-view.ts';
import { commonPaths } from '../../paths/common.ts';
import { accountPlaces } from '../../runtime/account-places.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './account.module.css';

/** The layout of the account's pages, with their menu. */
export function AccountLayout() {
  const type = useSession()?.user.user_type;
  const { navigation } = usePortal().definition;
  const menu = useCurrentInView();
  return (
    <Page title={navigation.find(({ to }) => to === commonPaths.account)?.label ?? 'Minha conta'}>
      <div className={styles['layout']}>
        <nav ref={menu} aria-label="Minha conta">
          <ul>
            {accountPlaces(type).map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to}
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
