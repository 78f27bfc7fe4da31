import { Button, TextInput } from '@mantine/core';
import type { User } from '@lavra/contract/accounts/schemas';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { documentTypeLabels, formatDocument } from '@lavra/domain/document/document';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange } from '../../data/use-api.ts';
import { PasswordField } from '../../forms/fields.tsx';
import { Form, RequiredHint, Row } from '../../forms/form.tsx';
import { PhoneFields } from '../../forms/phone-fields.tsx';
import { useResendVerification } from '../../forms/resend-verification.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm, type Form as FormState } from '../../forms/use-form.ts';
import { formatDate } from '../../text/dates.ts';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Term, TermList } from '../../ui/record.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './account.module.css';
import { CultureField } from './culture-field.tsx';
import {
  movesTo,
  profileBody,
  profileRules,
  profileValues,
  type ProfileValues,
} from './profile-values.ts';
import { useProfile, useSaveProfile } from './use-profile.ts';

type ProfileForm = FormState<ProfileValues>;
interface PartProps {
  readonly fields: Fields<ProfileValues>;
}

/** Edits the user's own data. */
export function ProfilePage() {
  usePageTitle('Dados – Minha conta');
  const profile = useProfile();
  return (
    <QueryView query={profile}>
      {(user) => (
        <>
          <Identity user={user} />
          <WaitingEmail user={user} />
          <ProfileForm key={`${user.id} ${user.email}`} user={user} />
        </>
      )}
    </QueryView>
  );
}

function Identity({
  user: { document_type: type, document_number: number, user_type, created_at },
}: {
  readonly user: User;
}) {
  return (
    <Card>
      <TermList>
        {type !== null && number !== null && (
          <Term name={documentTypeLabels[type]} number>
            {formatDocument(type, number)}
          </Term>
        )}
        <Term name="Perfil">{userTypeLabels[user_type]}</Term>
        <Term name="Conta criada em">{formatDate(created_at)}</Term>
      </TermList>
    </Card>
  );
}

/**
 * A new e-mail address that is not confirmed yet: its link can be sent again, or the change
 * cancelled.
 */
function WaitingEmail({ user: { email, pending_email: waiting } }: { readonly user: User }) {
  const { busy, send } = useResendVerification();
  const cancel = useChange('cancelEmailChange');
  if (waiting === null) return null;
  const callOff = async (): Promise<void> => {
    try {
      toast((await cancel.mutateAsync({})).message);
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Notice tone="info" title={`Aguardando confirmação de ${waiting}.`} role="status">
      <p>
        Abra o link que enviamos a esse endereço em até 24 horas. Até lá, você entra e recebe avisos
        por {email}.
      </p>
      <div className={styles['waiting']}>
        <Button variant="default" aria-disabled={busy} onClick={send}>
          {busy ? 'Enviando…' : 'Reenviar link'}
        </Button>
        <Button
          variant="default"
          aria-disabled={cancel.isPending}
          onClick={() => {
            if (!cancel.isPending) void callOff();
          }}
        >
          Cancelar troca
        </Button>
      </div>
    </Notice>
  );
}

function useProfileForm(user: User): ProfileForm {
  const save = useSaveProfile();
  const form = useForm<ProfileValues>({
    initial: profileValues(user),
    rules: profileRules(user),
    draftKey: 'perfil',
    send: async (values) => {
      const moved = movesTo(user, values.email);
      await save(
        profileBody(values, user),
        moved ? `Alterações salvas. Enviamos um link para ${values.email.trim()}.` : undefined,
      );
    },
    afterSend: ({ email }) =>
      movesTo(user, email) ? { email: user.email, current_password: '' } : {},
  });
  return form;
}

function ProfileForm({ user }: { readonly user: User }) {
  const form = useProfileForm(user);
  const { fields } = form;
  return (
    <Card
      title="Seus dados"
      lead="Para trocar o e-mail pedimos a senha. O novo endereço vale depois de confirmado, e as outras sessões são encerradas."
    >
      <Form form={form} action="Salvar alterações" acting="Salvando…">
        <RequiredHint />
        <TextInput
          label={user.document_type === 'cnpj' ? 'Razão social' : 'Nome'}
          autoComplete="name"
          required
          {...fields.getInputProps('name')}
        />
        <EmailFields user={user} fields={fields} />
        <PhoneFields fields={fields} autoComplete="tel" />
        {user.supplier !== undefined && (
          <TextInput label="Site" type="url" inputMode="url" {...fields.getInputProps('website')} />
        )}
        {user.producer !== undefined && <FarmingFields fields={fields} />}
      </Form>
    </Card>
  );
}

/** The e-mail address, and the password where it is another one. */
const EmailFields = ({ user, fields }: PartProps & { readonly user: User }) => (
  <>
    <TextInput
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...fields.getInputProps('email')}
    />
    {movesTo(user, fields.values.email) && (
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        required
        {...fields.getInputProps('current_password')}
      />
    )}
  </>
);

/** What only a producer has. */
function FarmingFields({ fields }: PartProps) {
  return (
    <>
      <Row>
        <TextInput
          label="Área plantada (ha)"
          inputMode="decimal"
          {...fields.getInputProps('planted_area')}
          onBlur={() => {
            const digits = parseDecimal(fields.getValues().planted_area);
            if (digits !== undefined)
              fields.setFieldValue('planted_area', formatQuantity(Number(digits)));
            fields.getInputProps('planted_area').onBlur();
          }}
        />
        <TextInput label="Associação" {...fields.getInputProps('association')} />
      </Row>
      <Row>
        <TextInput
          label="Cooperativa de produtores"
          {...fields.getInputProps('producers_cooperative')}
        />
        <TextInput label="Cooperativa de crédito" {...fields.getInputProps('credit_cooperative')} />
      </Row>
      <CultureField
        value={fields.values.culture_ids}
        onChange={(ids) => fields.setFieldValue('culture_ids', ids)}
      />
    </>
  );
}
