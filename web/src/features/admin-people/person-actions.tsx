import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { UserType } from '@lavra/domain/account/user-type';
import { userStatusLabels, userStatuses, type UserStatus } from '@lavra/domain/account/user-status';
import { useState, type ReactNode } from 'react';
import { ChoiceField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { ActionRow } from '../../ui/record.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';

interface PersonActionsProps {
  readonly userType: UserType;
  readonly person: {
    readonly name: string;
    readonly email: string;
    readonly status: UserStatus;
    readonly deleted_at: string | null;
  };
  /** Where the record is edited, for administrators who may do so. */
  readonly editTo?: string;
  /** The actions, where this administrator may perform them; each is one button. */
  readonly onStatus?: (status: UserStatus) => Promise<unknown>;
  readonly onDelete?: () => Promise<unknown>;
  readonly onRestore?: () => Promise<unknown>;
  /** The list to return to after a deletion. */
  readonly listTo: string;
  readonly children?: ReactNode;
}

/** The actions on a person's record; each dialog names the person it affects. */
export function PersonActions(props: PersonActionsProps) {
  const { person, userType, editTo, onStatus, onDelete, children } = props;
  const [asked, setAsked] = useState<'status' | 'delete'>();
  const close = (): void => setAsked(undefined);
  if (person.deleted_at !== null) return <RestoreAction {...props} />;
  return (
    <ActionRow>
      {editTo !== undefined && (
        <Button renderRoot={(root) => <Link to={editTo} {...root} />}>Editar</Button>
      )}
      {children}
      {onStatus !== undefined && (
        <Button variant="default" onClick={() => setAsked('status')}>
          Mudar situação
        </Button>
      )}
      {onDelete !== undefined && (
        <Button variant="outline" color="var(--lv-danger)" onClick={() => setAsked('delete')}>
          Excluir
        </Button>
      )}
      {asked === 'status' && onStatus !== undefined && (
        <StatusDialog person={person} userType={userType} run={onStatus} onClose={close} />
      )}
      {asked === 'delete' && onDelete !== undefined && (
        <DeleteDialog {...props} run={onDelete} onClose={close} />
      )}
    </ActionRow>
  );
}

/** The only action on the record of a person who was deleted. */
function RestoreAction({
  person: { name, email },
  onRestore,
}: Pick<PersonActionsProps, 'person' | 'onRestore'>) {
  const [isAsked, ask] = useState(false);
  return (
    <ActionRow>
      {onRestore !== undefined && <Button onClick={() => ask(true)}>Restaurar cadastro</Button>}
      {isAsked && onRestore !== undefined && (
        <ConfirmDialog
          title="Restaurar o cadastro?"
          action="Restaurar cadastro"
          onClose={() => ask(false)}
          run={async () => {
            await onRestore();
            toast(`${name} foi restaurado.`);
          }}
          body={
            <p>
              <strong>{name}</strong> ({email}) volta às listas e, se estiver ativo, entra de novo
              com a senha que tinha.
            </p>
          }
        />
      )}
    </ActionRow>
  );
}

interface DeleteDialogProps extends Pick<PersonActionsProps, 'person' | 'userType' | 'listTo'> {
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}

function DeleteDialog({ person, userType, listTo, run, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const { name, email } = person;
  return (
    <ConfirmDialog
      title="Excluir o cadastro?"
      action={`Excluir ${name}`}
      danger
      onClose={onClose}
      run={async () => {
        await run();
        toast(`${name} foi excluído.`);
        await navigate({ to: listTo, replace: true });
      }}
      body={
        <p>
          <strong>{name}</strong> ({email}) sai das listas e perde as sessões na hora. A conta de
          acesso e o cadastro saem juntos; cotações, propostas e registros ficam. O e-mail e o
          documento continuam ocupados. {stopsOf[userType]} Depois é possível restaurar.
        </p>
      }
    />
  );
}

const hints: Readonly<Record<UserStatus, string>> = {
  ativo: 'Entra e usa o portal.',
  inativo: 'Não entra; as sessões acabam na hora.',
  bloqueado: 'Não entra por decisão da administração; as sessões acabam na hora.',
};

/** What is suspended in the market while an account is not active, and resumes when it is again. */
const stopsOf: Readonly<Partial<Record<UserType, string>>> = {
  produtor: 'Enquanto a conta não estiver ativa, suas cotações abertas ficam suspensas.',
  fornecedor:
    'Enquanto a conta não estiver ativa, suas propostas ficam indisponíveis e não podem ser escolhidas.',
};

interface StatusDialogProps extends Pick<PersonActionsProps, 'person' | 'userType'> {
  readonly run: (status: UserStatus) => Promise<unknown>;
  readonly onClose: () => void;
}

function StatusDialog({
  person: { name, email, status },
  userType,
  run,
  onClose,
}: StatusDialogProps) {
  const form = useForm<{ status: UserStatus }>({
    initial: { status },
    rules: { status: (next) => (next === status ? `${name} já está assim.` : null) },
    send: async ({ status: next }) => {
      await run(next);
      toast(`${name}: ${userStatusLabels[next].toLowerCase()}.`);
      onClose();
    },
  });
  return (
    <Dialog title="Mudar a situação" onClose={onClose}>
      <p>
        <strong>{name}</strong> ({email}) está {userStatusLabels[status].toLowerCase()}.
      </p>
      <Form form={form} action="Mudar situação" acting="Mudando…" onCancel={onClose}>
        <ChoiceField
          legend="Nova situação"
          name="status"
          value={form.fields.values.status}
          onChange={(next) => form.fields.setFieldValue('status', next)}
          options={userStatuses.map((one) => ({
            value: one,
            label: userStatusLabels[one],
            hint: hints[one],
          }))}
        />
        {form.fields.values.status !== 'ativo' && stopsOf[userType] !== undefined && (
          <Notice tone="warn" role="status">
            <p>{stopsOf[userType]}</p>
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
