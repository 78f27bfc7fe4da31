import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useRead } from '../data/use-api.ts';
import { useResendVerification } from '../forms/resend-verification.tsx';
import { usePortal, useConnectivity, useSession } from '../runtime/context.tsx';
import { useInstallOffer } from '../runtime/install-offer.ts';
import { identityOf } from '../session/session.ts';
import { formatMoment } from '../text/dates.ts';
import { Notice } from '../ui/states.tsx';
import styles from './shell.module.css';

const InstallHint = lazy(async () => ({
  default: (await import('./install-hint.tsx')).InstallHint,
}));

/**
 * Banners for every page: no connection, an unconfirmed e-mail address, the offer to install the
 * portal.
 */
export function Banners() {
  return (
    <div className={styles['banners']}>
      <OfflineBanner />
      <VerifyBanner />
      <InstallBanner />
    </div>
  );
}

interface OfflineBannerProps {
  /** The sentence about what is kept on the device, for a page before the login that keeps it. */
  readonly keeps?: string | undefined;
}

/**
 * Says that there is no connection. How old the shown data is, and that what is filled in is kept,
 * is said only to a user who is signed in: a page before the login shows no data, and keeps nothing
 * unless it says so by `keeps`.
 */
export function OfflineBanner({ keeps }: OfflineBannerProps) {
  const { connectivity } = usePortal();
  const isSignedIn = useSession() !== undefined;
  const offline = useConnectivity() === 'offline';
  const from = useSyncExternalStore(connectivity.subscribe, connectivity.dataFrom);
  if (!offline) return null;
  const kept = keeps ?? (isSignedIn && 'O que você preencher fica guardado neste aparelho.');
  return (
    <Notice tone="warn" title="Sem conexão." role="status">
      {kept !== false && (
        <p>
          {isSignedIn && from !== undefined && `Os dados guardados são de ${formatMoment(from)}. `}
          {kept}
        </p>
      )}
    </Notice>
  );
}

function InstallBanner() {
  const {
    definition: { name },
  } = usePortal();
  const offer = useInstallOffer(name);
  return offer === undefined ? null : (
    <Suspense fallback={null}>
      <InstallHint portal={name} offer={offer} />
    </Suspense>
  );
}

function VerifyBanner() {
  const session = useSession();
  useFreshIdentity({ wanted: session?.user.email_verified === false });
  const { busy, send } = useResendVerification();
  if (session === undefined || session.user.email_verified) return null;
  return (
    <Notice tone="info" title="Confirme seu e-mail.">
      <p>
        <span className={styles['desk']}>Enviamos um link para {session.user.email}. </span>Não
        chegou?{' '}
        <button type="button" className={styles['inline']} aria-disabled={busy} onClick={send}>
          {busy ? 'Enviando…' : 'Enviar de novo'}
        </button>
      </p>
    </Notice>
  );
}

/**
 * Reloads the user while the e-mail address is unconfirmed: it may have been confirmed on another
 * device since the login.
 */
function useFreshIdentity({ wanted }: { readonly wanted: boolean }): void {
  const { session } = usePortal();
  const profile = useRead('getProfile', {}, { enabled: wanted }).data;
  useEffect(() => {
    if (wanted && profile?.email_verified === true) session.change({ user: identityOf(profile) });
  }, [wanted, profile, session]);
}
