import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { Row } from '../../forms/form.tsx';
import { ChoiceField, PasswordField, SelectField } from '../../forms/fields.tsx';
import { PasswordRules } from '../../forms/password-rules.tsx';
import formStyles from '../../forms/form.module.css';
import { type Form } from '../../forms/use-form.ts';
import { filledBy, POSTAL_CODE_HINT } from '../account/postal-code.ts';
import { maskDocument, maskPhone, maskPostalCode } from '../../text/masks.ts';
import { QueryView } from '../../ui/states.tsx';
import { CityField, useStates } from '../account/city-fields.tsx';
import { CoverageFields } from '../account/coverage-fields.tsx';
import { ProductTypeChoice } from '../account/product-type-choice.tsx';
import { documentHints, documentKeyboard } from '../account/person-form.ts';
import styles from './entrance.module.css';
import { type RegistrationValues, type Who } from './registration.ts';

interface FieldsProps {
  readonly who: Who;
  readonly form: Form<RegistrationValues>;
}

/** The properties of a field whose text is masked when it loses the focus. */
function maskedField(
  { fields }: Form<RegistrationValues>,
  name: 'document_number' | 'phone',
  mask: (typed: string) => string,
) {
  const props = fields.getInputProps(name);
  return {
    ...props,
    onBlur: () => {
      fields.setFieldValue(name, mask(fields.getValues()[name]));
      props.onBlur();
    },
  };
}

type FormProps = Pick<FieldsProps, 'form'>;

/** Who registers: document, name, e-mail, password. */
export function WhoFields({ who, form }: FieldsProps) {
  const { fields } = form;
  const type = fields.values.document_type;
  return (
    <>
      {who === 'produtor' && <BuyerType form={form} />}
      <TextInput
        label={type === 'cpf' ? 'CPF' : 'CNPJ'}
        description={documentHints[type]}
        required
        autoComplete="off"
        {...documentKeyboard(type)}
        {...maskedField(form, 'document_number', (typed) => maskDocument(type, typed))}
      />
      <TextInput
        label={type === 'cpf' ? 'Nome completo' : 'Razão social'}
        required
        autoComplete={type === 'cpf' ? 'name' : 'organization'}
        {...fields.getInputProps('name')}
      />
      <CredentialFields form={form} />
    </>
  );
}

const BuyerType = ({ form: { fields } }: FormProps) => (
  <ChoiceField
    legend="Você compra como"
    name="document_type"
    value={fields.values.document_type}
    onChange={(value) => {
      fields.setFieldValue('document_type', value);
    }}
    options={[
      { value: 'cpf', label: 'Pessoa física', hint: 'Com CPF' },
      { value: 'cnpj', label: 'Empresa', hint: 'Com CNPJ' },
    ]}
  />
);

/** With what they will log in. */
const CredentialFields = ({ form: { fields } }: FormProps) => (
  <>
    <TextInput
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      description="É com ele que você entra e recebe os avisos."
      required
      {...fields.getInputProps('email')}
    />
    <div>
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        required
        {...fields.getInputProps('password')}
      />
      <PasswordRules value={fields.values.password} />
    </div>
  </>
);

type AddressName = keyof RegistrationValues['address'];
const setAddress =
  ({ fields }: Form<RegistrationValues>) =>
  (name: AddressName, value: string): void =>
    fields.setFieldValue(`address.${name}`, value);

/** The postal code, which fills in the state and, where it is one, the city. */
function PostalCode({ form }: FormProps) {
  const { fields } = form;
  const set = setAddress(form);
  const postalCode = fields.getInputProps('address.postal_code');
  return (
    <TextInput
      label="CEP"
      description={POSTAL_CODE_HINT}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="postal-code"
      required
      {...postalCode}
      onChange={(event) => {
        postalCode.onChange(event);
        const filled = filledBy(event.currentTarget.value, fields.values.address);
        if (filled === undefined) return;
        set('state', filled.state);
        set('city', filled.city);
      }}
      onBlur={() => {
        set('postal_code', maskPostalCode(fields.getValues().address.postal_code));
        postalCode.onBlur();
      }}
    />
  );
}

/** The postal code and the state, which empties the city. */
function PostalFields({ form }: FormProps) {
  const states = useStates();
  const set = setAddress(form);
  return (
    <Row shape="narrow-wide">
      <PostalCode form={form} />
      <SelectField
        label="Estado"
        required
        placeholder="Escolha"
        autoComplete="address-level1"
        options={states.map(({ uf, name }) => [uf, name])}
        {...form.fields.getInputProps('address.state')}
        onChange={(state) => {
          set('state', state);
          set('city', '');
        }}
      />
    </Row>
  );
}

/** Where they are, and for a supplier what is sold and where it goes. */
export function PlaceFields({ who, form }: FieldsProps) {
  const { fields } = form;
  const { address } = fields.values;
  const street = who === 'produtor' ? 'Estrada ou rodovia, se houver' : 'Rua ou rodovia';
  return (
    <>
      <TextInput
        label="Telefone"
        description="De preferência o celular com WhatsApp."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        {...maskedField(form, 'phone', maskPhone)}
      />
      <PostalFields form={form} />
      <CityField
        label="Município"
        required
        state={address.state}
        {...fields.getInputProps('address.city')}
        onChange={(city) => fields.setFieldValue('address.city', city)}
      />
      <Row shape="wide-narrow">
        <TextInput
          label={street}
          autoComplete="address-line1"
          required={who === 'fornecedor'}
          {...fields.getInputProps('address.street')}
        />
        <TextInput label="Número, se houver" {...fields.getInputProps('address.number')} />
      </Row>
      {who === 'fornecedor' && <MarketFields form={form} />}
    </>
  );
}

/** What a supplier sells and where it delivers; it is offered the orders that match both. */
function MarketFields({ form: { fields } }: { readonly form: Form<RegistrationValues> }) {
  const types = useRead('listProductTypeChoices', {}, { staleTime: Infinity });
  const hasError = Object.keys(fields.errors).some((path) => path.startsWith('coverage'));
  const isChosen =
    fields.values.product_type_ids.length > 0 || fields.values.coverage.kind !== 'national';
  // Open from the start where something was chosen before; afterwards it is the person's.
  const [open, setOpen] = useState(isChosen);
  return (
    <details
      className={styles['market']}
      open={open || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>O que você vende e onde entrega</summary>
      <div className={styles['choices']}>
        <p className={formStyles['hint']}>
          Sem escolha, avisamos de todas as cotações do país. Você muda isso quando quiser, em
          Empresa.
        </p>
        <QueryView query={types}>
          {({ data }) => (
            <ProductTypeChoice
              legend="O que você vende"
              types={data}
              chosen={fields.values.product_type_ids}
              onChange={(chosen) => fields.setFieldValue('product_type_ids', chosen)}
            />
          )}
        </QueryView>
        <CoverageFields
          value={fields.values.coverage}
          errors={fields.errors}
          onChange={(coverage) => fields.setFieldValue('coverage', coverage)}
        />
      </div>
    </details>
  );
}
