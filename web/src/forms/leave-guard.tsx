import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface LeaveGuardProps {
  /** True while something would be lost. */
  readonly when: boolean;
  readonly title?: string;
  readonly body?: string;
  readonly action?: string;
}

/** Asks once before a page with something unsaved is left, by link, by Back or by closing it. The end of a session asks nobody. */
export function LeaveGuard({
  when,
  title = 'Sair sem salvar?',
  body = 'O que você mudou nesta página ainda não foi salvo.',
  action = 'Sair sem salvar',
}: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && next.pathname !== current.pathname && !next.pathname.endsWith('/entrar'),
    enableBeforeUnload: when,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={title}
      action={action}
      danger
      body={<p>{body}</p>}
      run={() => Promise.resolve(leaving.proceed())}
      onClose={leaving.reset}
    />
  );
}
