import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Facts, type Fact } from './record.tsx';

/** A record that needs no page of its own: what is known of it, and what can be done about it. */
export function FactsDialog({
  title,
  facts,
  children,
  actions,
  onClose,
}: {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Facts facts={facts} />
      {children}
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>
          Fechar
        </Button>
        {actions}
      </DialogActions>
    </Dialog>
  );
}
