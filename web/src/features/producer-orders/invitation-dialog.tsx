import { Button, TextInput } from '@mantine/core';
import type { OrderInvitation } from '@lavra/contract/orders/invitations';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { useSession } from '../../runtime/context.tsx';
import { formatDate, formatDeadline } from '../../text/dates.ts';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { invitationText } from './invitation-text.ts';
import styles from './invitation-dialog.module.css';
import type { ShownOrder } from './use-order.ts';

type Invitation = NonNullable<OrderInvitation['invitation']>;
type Asked = 'renew' | 'revoke';

interface InvitationDialogProps {
  readonly order: ShownOrder;
  readonly onClose: () => void;
}

/** The public page of an order: its link to copy and send, who opened it, and how to end it. */
export function InvitationDialog({ order, onClose }: InvitationDialogProps) {
  const params = { order: order.uuid };
  const query = useRead('getOrderInvitation', { params }, { staleTime: 0 });
  const create = useChange('createOrderInvitation');
  const revoke = useChange('revokeOrderInvitation');
  const [asked, setAsked] = useState<Asked>();
  const back = (): void => setAsked(undefined);
  if (asked === 'renew')
    return <RenewDialog run={() => create.mutateAsync({ params })} onClose={back} />;
  if (asked === 'revoke')
    return <RevokeDialog run={() => revoke.mutateAsync({ params })} onClose={back} />;
  return (
    <Dialog title="Convidar fornecedores" onClose={onClose}>
      <p>
        O link abre uma página com os itens, o município e o prazo. Seu nome não aparece, e quem
        quiser cotar entra ou cria uma conta de fornecedor.
      </p>
      <BeforeConfirmation />
      <QueryView query={query}>
        {({ invitation }) =>
          invitation === null ? (
            <CreateButton create={() => create.mutateAsync({ params })} />
          ) : (
            <Link order={order} invitation={invitation} onAsk={setAsked} />
          )
        }
      </QueryView>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface AskedDialogProps {
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}

const RenewDialog = ({ run, onClose }: AskedDialogProps) => (
  <ConfirmDialog
    title="Trocar o link?"
    action="Trocar o link"
    onClose={onClose}
    run={run}
    body={<p>O link atual deixa de abrir, também para quem já o recebeu.</p>}
  />
);

const RevokeDialog = ({ run, onClose }: AskedDialogProps) => (
  <ConfirmDialog
    title="Desativar o convite?"
    action="Desativar"
    danger
    onClose={onClose}
    run={run}
    body={<p>A página sai do ar. A cotação segue aberta no Portal do Fornecedor.</p>}
  />
);

/** What the page leaves out while the address of its producer is not confirmed. */
const BeforeConfirmation = () =>
  useSession()?.user.email_verified === false ? (
    <p>
      <strong>Confirme seu e-mail antes de enviar:</strong> até lá, a página não mostra a descrição
      da cotação nem as observações dos itens.
    </p>
  ) : null;

function CreateButton({ create }: { readonly create: () => Promise<unknown> }) {
  const [busy, once] = useOneAtATime();
  const run = async (): Promise<void> => {
    try {
      await create();
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Button
      aria-disabled={busy}
      onClick={() => {
        void once(run);
      }}
    >
      {busy ? 'Criando…' : 'Criar link do convite'}
    </Button>
  );
}

interface LinkProps {
  readonly order: ShownOrder;
  readonly invitation: Invitation;
  readonly onAsk: (what: Asked) => void;
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copiado.');
  } catch {
    toast('O navegador não deixou copiar. Selecione o link e copie.', { tone: 'danger' });
  }
}

/** The ways to pass the link on. */
function Ways({ order, invitation: { url } }: Pick<LinkProps, 'order' | 'invitation'>) {
  const text = invitationText(order, formatDeadline(order.deadline_date), url);
  return (
    <div className={styles['ways']}>
      <Button
        renderRoot={(props) => (
          <a
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener noreferrer"
            {...props}
          />
        )}
      >
        Enviar por WhatsApp
      </Button>
      {'share' in navigator && (
        <Button
          variant="default"
          onClick={() => {
            // A person who closes the device's own dialog has changed their mind.
            navigator.share({ title: 'Cotação de insumos', text }).catch(() => undefined);
          }}
        >
          Compartilhar…
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          void copy(url);
        }}
      >
        Copiar link
      </Button>
    </div>
  );
}

function Link({ order, invitation, onAsk }: LinkProps) {
  const { url, created_at, opens } = invitation;
  return (
    <div className={styles['link']}>
      <TextInput
        label="Link do convite"
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Ways order={order} invitation={invitation} />
      <p className={styles['quiet']}>
        Criado em {formatDate(created_at)}.{' '}
        {opens === null
          ? 'Aberto poucas vezes: o número aparece a partir de 3.'
          : `Aberto ${opens} vezes.`}
      </p>
      <div className={styles['ways']}>
        <Button variant="subtle" onClick={() => onAsk('renew')}>
          Trocar o link
        </Button>
        <Button variant="subtle" color="var(--lv-danger)" onClick={() => onAsk('revoke')}>
          Desativar o convite
        </Button>
      </div>
    </div>
  );
}
