import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { commonPaths } from '../paths/common.ts';
import styles from '../shell/shell.module.css';
import { BrandMark } from '../ui/brand.tsx';
import { LockIcon } from '../ui/icons.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { State } from '../ui/states.tsx';
import { usePortal, useSession } from '../runtime/context.tsx';
import { portalOf } from '../runtime/definition.ts';

/** The login, or the user's own portal and signing out of it. */
function WaysOn() {
  const { leave } = usePortal();
  const user = useSession()?.user;
  const navigate = useNavigate();
  const own = user && portalOf[user.user_type];
  if (own === undefined)
    return (
      <Button renderRoot={(props) => <Link to={commonPaths.login} {...props} />}>Entrar</Button>
    );
  return (
    <>
      <Button component="a" href={own.base}>
        Ir para {own.named}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          void leave();
          void navigate({ to: commonPaths.login, replace: true });
        }}
      >
        Sair
      </Button>
    </>
  );
}

/** The page for users signed in to another portal, shown before any request is sent. */
export function Unauthorised() {
  const { definition } = usePortal();
  const user = useSession()?.user;
  usePageTitle('Acesso não autorizado');
  return (
    <main className={styles['bare']}>
      <BrandMark size={48} />
      <State
        icon={LockIcon}
        level={1}
        title={
          definition.name === 'admin'
            ? 'Esta área é só para administradores'
            : 'Este portal não é o seu'
        }
        actions={<WaysOn />}
      >
        {user === undefined
          ? 'Entre com uma conta que tenha acesso.'
          : `Você entrou como ${userTypeLabels[user.user_type]} (${user.email}).`}
      </State>
    </main>
  );
}
