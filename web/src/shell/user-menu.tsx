import { useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { commonPaths } from '../paths/common.ts';
import { usePortal, useSession } from '../runtime/context.tsx';
import { DeviceIcon, LogoutIcon, MoonIcon, SunIcon, TrashIcon, UserIcon } from '../ui/icons.tsx';
import { Menu } from './menu.tsx';
import styles from './shell.module.css';

const ForgetDialog = lazy(async () => ({
  default: (await import('./forget-dialog.tsx')).ForgetDialog,
}));

/** The user menu: the signed-in user, the colour scheme, the account page and signing out. */
export function UserMenu() {
  const user = useSession()?.user;
  const [asked, ask] = useState(false);
  if (user === undefined) return null;
  return (
    <>
      <Menu label={`Conta de ${user.name}`} button={<Face name={user.name} />}>
        {(close) => (
          <>
            <Who user={user} />
            <hr />
            <ThemeChoice />
            <hr />
            <Link to={commonPaths.account} onClick={close}>
              <UserIcon />
              Minha conta
            </Link>
            <WaysOut
              onForget={() => {
                close();
                ask(true);
              }}
            />
          </>
        )}
      </Menu>
      {asked && (
        <Suspense fallback={null}>
          <ForgetDialog onClose={() => ask(false)} />
        </Suspense>
      )}
    </>
  );
}

const Face = ({ name }: { readonly name: string }) => (
  <>
    <span className={styles['face']} data-initials={initialsOf(name)} />
    <span className="lv-hidden">Conta de {name}</span>
    <span className={styles['who']} aria-hidden="true">
      {name}
    </span>
  </>
);

type SignedIn = NonNullable<ReturnType<typeof useSession>>['user'];

const Who = ({ user: { name, email, user_type } }: { readonly user: SignedIn }) => (
  <p className={styles['menuHead']}>
    <strong>{name}</strong>
    <small>{email}</small>
    <small>{userTypeLabels[user_type]}</small>
  </p>
);

/** Signing out, with or without what this device keeps. */
function WaysOut({ onForget }: { readonly onForget: () => void }) {
  const { leave } = usePortal();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          void leave();
        }}
      >
        <LogoutIcon />
        Sair
      </button>
      <button type="button" onClick={onForget}>
        <TrashIcon />
        Sair e apagar rascunhos deste aparelho
      </button>
    </>
  );
}

const schemes = [
  ['light', 'Claro', SunIcon],
  ['dark', 'Escuro', MoonIcon],
  ['auto', 'Automático', DeviceIcon],
] as const;

/** The choice between light, dark, and the device's setting. */
function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="group" aria-label="Aparência">
      <p className={styles['menuLegend']}>Aparência</p>
      <div className={styles['themes']}>
        {schemes.map(([scheme, label, Icon]) => (
          <button
            key={scheme}
            type="button"
            aria-pressed={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            <Icon size={18} />
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word.length > 2);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
