import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConnectivity } from '../runtime/context.tsx';

interface DecisionButtonProps {
  readonly busy: boolean;
  readonly danger?: boolean;
  readonly type?: 'submit';
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/**
 * The button of an action that cannot be undone. Offline it shows a message and does nothing: a
 * decision is made now, never sent later.
 */
export function DecisionButton({
  busy,
  danger = false,
  type,
  onPress,
  children,
}: DecisionButtonProps) {
  const offline = useConnectivity() === 'offline';
  const press = (event: React.MouseEvent): void => {
    if (offline) event.preventDefault();
    else if (!busy) onPress?.();
  };
  return (
    <Button
      {...(type === undefined ? {} : { type })}
      {...(danger ? { color: 'var(--lv-danger)' } : {})}
      style={offline ? { height: 'auto', minHeight: 42, paddingBlock: 6 } : {}}
      styles={{ label: { whiteSpace: 'normal' } }}
      aria-disabled={busy || offline}
      {...(offline ? { 'data-disabled': true } : {})}
      onClick={press}
    >
      {offline ? 'Sem conexão' : children}
    </Button>
  );
}
