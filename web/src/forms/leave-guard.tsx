import { useBlocker } from '@tanstack/react-router';
import { commonPaths } from '../paths/common.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface LeaveGuardProps {
  /** True while there are unsaved changes. */
  readonly when: boolean;
  readonly title?: string;
  readonly body?: string;
  readonly action?: string;
}

/**
 * Asks once before a page with unsaved changes is left, by link, by Back or by closing it. Does not
 * ask when the session ends.
 */
export function LeaveGuard({
  when,
  title = 'Sair sem salvar?',
  body = 'O que você mudou nesta página ainda não foi salvo.',
  action = 'Sair sem salvar',
}: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && next.pathname !== current.pathname && !next.pathname.endsWith(commonPaths.login),
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
