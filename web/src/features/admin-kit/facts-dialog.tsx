import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Facts, type Fact } from './record.tsx';

/** Shows a record without a page of its own: its data and its actions. */
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
