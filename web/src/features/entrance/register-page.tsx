import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { supplierAddressKinds } from '@lavra/domain/address/address-kind';
import { useRead } from '../../data/use-api.ts';
import { ErrorSummary, RequiredHint, Row } from '../../forms/form.tsx';
import { ChoiceField, PasswordField, PasswordRules } from '../../forms/fields.tsx';
import formStyles from '../../forms/form.module.css';
import { useForm, type Form } from '../../forms/use-form.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import { sessionOf } from '../../session/session.ts';
import { maskDocument, maskPhone } from '../../text/masks.ts';
import { Notice, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { AddressFields } from '../account/address-fields.tsx';
import { CoverageFields } from '../account/coverage-fields.tsx';
import { ProductTypeChoice } from '../account/product-type-choice.tsx';
import { documentHints, documentKeyboard } from '../account/person-form.ts';
import { EntrancePage, Steps } from './entrance.tsx';
import {
  emptyRegistration,
  registrationRules,
  registrationSteps,
  stepOf,
  writeRegistration,
  type RegistrationValues,
} from './registration.ts';

type Who = 'produtor' | 'fornecedor';

/** Creates an account in a few steps; input is kept between them. */
export function RegisterPage() {
  const {
    definition: { registers },
  } = usePortal();
  return registers === undefined ? null : <Registration who={registers} />;
}

function Registration({ who }: { readonly who: Who }) {
  const { api, session } = usePortal();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [waits, setWaits] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const steps = registrationSteps[who];
  const form = useForm<RegistrationValues>({
    initial: emptyRegistration(who),
    rules: registrationRules(),
    draftKey: 'cadastro',
    fieldNames: {
      ...Object.fromEntries(
        [
          'kind',
          'name',
          'postal_code',
          'street',
          'number',
          'complement',
          'district',
          'city',
          'state',
        ].map((name) => [`addresses.0.${name}`, `address.${name}`]),
      ),
      'coverage.city_ids': 'coverage.cities',
    },
    onRefused: (paths) => setStep(Math.min(...paths.map((path) => stepOf(who, path)))),
    send: async (values) => {
      const reply = await api.call('register', { body: writeRegistration(who, values) });
      if (reply.token === null || reply.expires_at === null) return setWaits(true);
      session.set(sessionOf({ ...reply, token: reply.token, expires_at: reply.expires_at }));
      toast('Conta criada. Boas-vindas!');
      return navigate({ to: '/', replace: true });
    },
  });
  const isLast = step === steps.length - 1;
  const go = (event: React.FormEvent): void => {
    event.preventDefault();
    if (isLast) return form.submit(event);
    return goOn(form, steps[step]?.fields ?? [], () => {
      setStep(step + 1);
      box.current?.scrollIntoView({ block: 'start' });
    });
  };
  if (waits) return <Waiting />;
  return (
    <EntrancePage
      wide
      title={`Criar conta de ${who}`}
      lead={`Etapa ${step + 1} de ${steps.length}: ${steps[step]?.name ?? ''}.`}
      below={
        <p>
          Já tem conta? <Link to={commonPaths.login}>Entrar</Link>
        </p>
      }
    >
      <Steps names={steps.map(({ name }) => name)} current={step} />
      <form ref={box} className={formStyles['form']} noValidate onSubmit={go}>
        {form.restored && (
          <Notice title="Recuperamos o que você já tinha preenchido." role="status">
            <p>
              <button type="button" className={formStyles['plain']} onClick={form.discard}>
                Começar de novo
              </button>
            </p>
          </Notice>
        )}
        <ErrorSummary form={form} within={box} />
        <RequiredHint />
        <StepFields who={who} name={steps[step]?.name ?? ''} form={form} />
        <div className={formStyles['actions']}>
          {step > 0 && (
            <Button variant="default" onClick={() => setStep(step - 1)}>
              Voltar
            </Button>
          )}
          <Button type="submit" aria-disabled={form.busy}>
            {isLast ? (form.busy ? 'Criando conta…' : 'Criar conta') : 'Continuar'}
          </Button>
        </div>
      </form>
    </EntrancePage>
  );
}

/** Goes to the next step when this one's fields are valid. */
function goOn(form: Form<RegistrationValues>, names: readonly string[], next: () => void): void {
  const found = form.fields.validate();
  const here = Object.entries(found).filter(([path]) =>
    names.some((name) => path === name || path.startsWith(`${name}.`)),
  );
  if (here.length > 0) return form.refuse(Object.fromEntries(here));
  form.fields.setErrors({});
  next();
}

function StepFields({
  who,
  name,
  form,
}: {
  readonly who: Who;
  readonly name: string;
  readonly form: Form<RegistrationValues>;
}) {
  const { fields } = form;
  if (name === 'Atuação') return <MarketFields form={form} />;
  if (name === 'Acesso') return <AccessFields form={form} />;
  if (name === 'Você' || name === 'Empresa') return <PersonFields who={who} form={form} />;
  return (
    <AddressFields
      at={(field) => fields.getInputProps(`address.${field}`)}
      set={(field, value) => {
        fields.setFieldValue(`address.${field}`, value);
      }}
      values={fields.values.address}
      kinds={
        who === 'produtor' ? ['farm', 'headquarters', 'branch', 'warehouse'] : supplierAddressKinds
      }
    />
  );
}

/** What a supplier sells and where it delivers; it is offered the orders that match both. */
function MarketFields({ form: { fields } }: { readonly form: Form<RegistrationValues> }) {
  const types = useRead('listProductTypeChoices', {}, { staleTime: Infinity });
  return (
    <>
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
      <p className={formStyles['hint']}>
        Avisamos das cotações que combinam com os dois. Você muda isso quando quiser, em Empresa.
      </p>
    </>
  );
}

function PersonFields({
  who,
  form: { fields },
}: {
  readonly who: Who;
  readonly form: Form<RegistrationValues>;
}) {
  const type = fields.values.document_type;
  const masked = (
    name: 'document_number' | 'phone' | 'mobile',
    mask: (typed: string) => string,
  ) => {
    const props = fields.getInputProps(name);
    return {
      ...props,
      onBlur: () => {
        fields.setFieldValue(name, mask(fields.getValues()[name]));
        props.onBlur();
      },
    };
  };
  return (
    <>
      {who === 'produtor' && (
        <ChoiceField
          legend="Você compra como"
          name="document_type"
          value={type}
          onChange={(value) => {
            fields.setFieldValue('document_type', value);
          }}
          options={[
            { value: 'cpf', label: 'Pessoa física', hint: 'Com CPF' },
            { value: 'cnpj', label: 'Empresa', hint: 'Com CNPJ' },
          ]}
        />
      )}
      <TextInput
        label={type === 'cpf' ? 'CPF' : 'CNPJ'}
        description={documentHints[type]}
        required
        autoComplete="off"
        {...documentKeyboard(type)}
        {...masked('document_number', (typed) => maskDocument(type, typed))}
      />
      <TextInput
        label={type === 'cpf' ? 'Nome completo' : 'Razão social'}
        required
        autoComplete={type === 'cpf' ? 'name' : 'organization'}
        {...fields.getInputProps('name')}
      />
      <Row>
        <TextInput
          label="Telefone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...masked('phone', maskPhone)}
        />
        <TextInput
          label="Celular com WhatsApp"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...masked('mobile', maskPhone)}
        />
      </Row>
      {who === 'fornecedor' && (
        <TextInput
          label="Site"
          type="url"
          inputMode="url"
          autoComplete="url"
          {...fields.getInputProps('website')}
        />
      )}
    </>
  );
}

function AccessFields({ form: { fields } }: { readonly form: Form<RegistrationValues> }) {
  return (
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
      <PasswordField
        label="Repita a senha"
        autoComplete="new-password"
        required
        {...fields.getInputProps('password_confirmation')}
      />
      <p className={formStyles['hint']}>
        Ao criar a conta você concorda com os{' '}
        <Link to={commonPaths.page('termos-de-uso')}>termos de uso</Link> e a{' '}
        <Link to={commonPaths.page('politica-de-privacidade')}>política de privacidade</Link>.
      </p>
    </>
  );
}

const Waiting = () => (
  <EntrancePage
    title="Cadastro recebido"
    below={
      <p>
        <Link to={commonPaths.login}>Voltar para entrar</Link>
      </p>
    }
  >
    <Notice tone="good" role="status" title="Falta só a aprovação.">
      <p>
        Quem administra a plataforma confere os novos fornecedores. Depois da aprovação, você entra
        com a senha que escolheu. Enquanto isso, confirme seu e-mail pelo link que enviamos.
      </p>
    </Notice>
  </EntrancePage>
);
