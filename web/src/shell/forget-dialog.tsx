import { Button } from '@mantine/core';
import { usePortal } from '../runtime/context.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

/** Asks before unsent work is deleted. Works offline, because the work is stored on this device. */
export function ForgetDialog({ onClose }: { readonly onClose: () => void }) {
  const { leave } = usePortal();
  return (
    <Dialog title="Sair e apagar os rascunhos?" onClose={onClose}>
      <p>
        O que você preencheu neste aparelho e ainda não salvou no servidor será apagado, de todas as
        pessoas que o usaram. Essa ação não poderá ser desfeita.
      </p>
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>
          Cancelar
        </Button>
        <Button
          color="var(--lv-danger)"
          onClick={() => {
            void leave({ removeDrafts: true });
          }}
        >
          Sair e apagar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
