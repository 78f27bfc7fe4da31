import { Button, TextInput } from '@mantine/core';
import type { User } from '@lavra/contract/accounts/schemas';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { documentTypeLabels, formatDocument } from '@lavra/domain/document/document';
import { all, isEmail, isPhone, isWebsite, optional, required } from '../../forms/field-rules.ts';
import { useChange } from '../../data/use-api.ts';
import { PasswordField } from '../../forms/fields.tsx';
import { Form, RequiredHint, Row } from '../../forms/form.tsx';
import { useResendVerification } from '../../forms/resend-verification.tsx';
import { useForm } from '../../forms/use-form.ts';
import { formatDate } from '../../text/dates.ts';
import { formatQuantity, parseDecimal, readDecimal } from '../../text/decimal.ts';
import { maskPhone } from '../../text/masks.ts';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './account.module.css';
import { CultureField } from './culture-field.tsx';
import { useProfile, useSaveProfile } from './use-profile.ts';

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
      <dl className={styles['facts']}>
        {type !== null && number !== null && (
          <div>
            <dt>{documentTypeLabels[type]}</dt>
            <dd className="lv-number">{formatDocument(type, number)}</dd>
          </div>
        )}
        <div>
          <dt>Perfil</dt>
          <dd>{userTypeLabels[user_type]}</dd>
        </div>
        <div>
          <dt>Conta criada em</dt>
          <dd>{formatDate(created_at)}</dd>
        </div>
      </dl>
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
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
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

const isArea = optional((value) =>
  readDecimal(value, 2) === undefined ? 'Informe a área em hectares, por exemplo 1.250,5.' : null,
);

function ProfileForm({ user }: { readonly user: User }) {
  const save = useSaveProfile();
  const { producer, supplier } = user;
  const movesTo = (email: string): boolean => email.trim().toLowerCase() !== user.email;
  const form = useForm({
    initial: {
      name: user.name,
      email: user.email,
      current_password: '',
      phone: maskPhone(user.phone ?? ''),
      mobile: maskPhone(user.mobile ?? ''),
      website: supplier?.website ?? '',
      planted_area:
        producer?.planted_area === undefined || producer.planted_area === null
          ? ''
          : formatQuantity(producer.planted_area),
      association: producer?.association ?? '',
      producers_cooperative: producer?.producers_cooperative ?? '',
      credit_cooperative: producer?.credit_cooperative ?? '',
      culture_ids: producer?.culture_ids ?? [],
    },
    rules: {
      name: required('Informe o nome.'),
      email: all(required('Informe o e-mail.'), isEmail),
      current_password: (value, { email }) =>
        movesTo(email) && value === '' ? 'Informe a senha atual para trocar o e-mail.' : null,
      phone: optional(isPhone),
      mobile: optional(isPhone),
      website: optional(isWebsite),
      planted_area: isArea,
    },
    draftKey: 'perfil',
    send: async (values) => {
      const moved = movesTo(values.email);
      await save(
        {
          name: values.name.trim(),
          email: values.email.trim(),
          ...(moved ? { current_password: values.current_password } : {}),
          phone: orNull(values.phone),
          mobile: orNull(values.mobile),
          ...(supplier === undefined ? {} : { website: orNull(values.website) }),
          ...(producer === undefined
            ? {}
            : {
                planted_area: readDecimal(values.planted_area, 2) ?? null,
                association: orNull(values.association),
                producers_cooperative: orNull(values.producers_cooperative),
                credit_cooperative: orNull(values.credit_cooperative),
                culture_ids: values.culture_ids,
              }),
        },
        moved ? `Alterações salvas. Enviamos um link para ${values.email.trim()}.` : undefined,
      );
      if (moved) form.fields.setValues({ ...values, email: user.email, current_password: '' });
    },
  });
  const { fields } = form;
  const masked = (name: 'phone' | 'mobile') => {
    const props = fields.getInputProps(name);
    return {
      ...props,
      onBlur: () => {
        fields.setFieldValue(name, maskPhone(fields.getValues()[name]));
        props.onBlur();
      },
    };
  };
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
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          {...fields.getInputProps('email')}
        />
        {movesTo(fields.values.email) && (
          <PasswordField
            label="Senha atual"
            autoComplete="current-password"
            required
            {...fields.getInputProps('current_password')}
          />
        )}
        <Row>
          <TextInput
            label="Telefone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...masked('phone')}
          />
          <TextInput
            label="Celular com WhatsApp"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...masked('mobile')}
          />
        </Row>
        {supplier !== undefined && (
          <TextInput label="Site" type="url" inputMode="url" {...fields.getInputProps('website')} />
        )}
        {producer !== undefined && (
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
              <TextInput
                label="Cooperativa de crédito"
                {...fields.getInputProps('credit_cooperative')}
              />
            </Row>
            <CultureField
              value={fields.values.culture_ids}
              onChange={(ids) => fields.setFieldValue('culture_ids', ids)}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

const orNull = (text: string): string | null => text.trim() || null;
