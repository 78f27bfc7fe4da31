import { TextInput } from '@mantine/core';
import { userStatusLabels, userStatuses } from '@lavra/domain/account/user-status';
import { adminRoleLabels, adminRoles, userTypeLabels } from '@lavra/domain/account/user-type';
import { documentTypeLabels, type DocumentType } from '@lavra/domain/document/document';
import { PasswordField, SelectField } from '../../forms/fields.tsx';
import { PasswordRules } from '../../forms/password-rules.tsx';
import { Row } from '../../forms/form.tsx';
import { PhoneFields } from '../../forms/phone-fields.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { maskDocument } from '../../text/masks.ts';
import { documentHints, documentKeyboard } from '../account/person-form.ts';
import { firstAddresses, type PersonValues } from './person-values.ts';

export interface PersonFields {
  readonly fields: Fields<PersonValues>;
}

/** The kind of account, and an administrator's role. */
export function KindFields({
  fields,
  kinds,
}: PersonFields & { readonly kinds?: readonly PersonValues['user_type'][] }) {
  return (
    <Row>
      {kinds !== undefined && <ProfileField fields={fields} kinds={kinds} />}
      {fields.values.user_type === 'admin' && (
        <SelectField
          label="Papel"
          required
          options={adminRoles.map((role) => [role, adminRoleLabels[role]])}
          {...fields.getInputProps('admin_role')}
          description="O que cada papel pode está em Papéis."
        />
      )}
    </Row>
  );
}

/** The profile; another one starts the addresses and the kind of document anew. */
function ProfileField({
  fields,
  kinds,
}: PersonFields & { readonly kinds: readonly PersonValues['user_type'][] }) {
  const { user_type } = fields.values;
  const choose = (kind: string): void => {
    const next = kinds.find((one) => one === kind) ?? user_type;
    fields.setValues({
      user_type: next,
      addresses: firstAddresses(next),
      document_type: next === 'fornecedor' ? 'cnpj' : 'cpf',
    });
  };
  return (
    <SelectField
      label="Perfil"
      required
      options={kinds.map((kind) => [kind, userTypeLabels[kind]])}
      {...fields.getInputProps('user_type')}
      onChange={choose}
      description={
        user_type === 'consultor'
          ? 'Entra por um link de ativação, enviado do cadastro.'
          : 'O perfil de uma conta não muda depois.'
      }
    />
  );
}

/** The person's identity and contact data. */
export const IdentityFields = ({ fields }: PersonFields) => (
  <>
    <Row>
      <TextInput
        label={fields.values.document_type === 'cnpj' ? 'Razão social' : 'Nome'}
        autoComplete="off"
        required
        {...fields.getInputProps('name')}
      />
      <TextInput
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        {...fields.getInputProps('email')}
      />
    </Row>
    <Row>
      <DocumentFields fields={fields} />
      <SelectField
        label="Situação"
        options={userStatuses.map((status) => [status, userStatusLabels[status]])}
        {...fields.getInputProps('status')}
        description="Quem não está ativo não entra."
        isHintBelow
      />
    </Row>
    <PhoneFields fields={fields} autoComplete="off" />
  </>
);

/** The document with its kind; a supplier's is always a CNPJ. */
function DocumentFields({ fields }: PersonFields) {
  const { document_type: type, document_number, user_type } = fields.values;
  const mustHave = user_type === 'produtor' || user_type === 'fornecedor';
  const number = fields.getInputProps('document_number');
  return (
    <>
      {user_type !== 'fornecedor' && (
        <SelectField
          label="Documento"
          options={(['cpf', 'cnpj'] as const satisfies readonly DocumentType[]).map((one) => [
            one,
            documentTypeLabels[one],
          ])}
          {...fields.getInputProps('document_type')}
          onChange={(next) => fields.setValues({ document_type: next === 'cnpj' ? 'cnpj' : 'cpf' })}
        />
      )}
      <TextInput
        label={documentTypeLabels[type]}
        required={mustHave}
        description={documentHints[type]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        {...documentKeyboard(type)}
        {...number}
        onBlur={() => {
          fields.setFieldValue('document_number', maskDocument(type, document_number));
          number.onBlur();
        }}
      />
    </>
  );
}

/** The first password of a new account. */
export const PasswordFields = ({
  fields,
  required,
}: PersonFields & { readonly required: boolean }) => (
  <Row>
    <div>
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        required={required}
        {...fields.getInputProps('password')}
      />
      {(required || fields.values.password !== '') && (
        <PasswordRules value={fields.values.password} />
      )}
    </div>
    <PasswordField
      label="Repita a senha"
      autoComplete="new-password"
      required={required}
      {...fields.getInputProps('password_confirmation')}
    />
  </Row>
);
