import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorSummary, RequiredHint } from '../../forms/form.tsx';
import formStyles from '../../forms/form.module.css';
import { useForm, type Form } from '../../forms/use-form.ts';
import { useAddress } from '../../lists/use-address.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useSignIn } from './use-sign-in.ts';
import { keptWayBack, wayBack } from './way-back.ts';
import { EntrancePage, Steps } from './entrance.tsx';
import { TrialNotice } from './trial-notice.tsx';
import {
  emptyRegistration,
  registrationRules,
  registrationSteps,
  stepOf,
  writeRegistration,
  type RegistrationValues,
  type Who,
} from './registration.ts';
import { PlaceFields, WhoFields } from './registration-fields.tsx';

/** Creates an account in two steps; input is kept between them. */
export function RegisterPage() {
  const {
    definition: { registers },
  } = usePortal();
  return registers === undefined ? null : <Registration who={registers} />;
}

/** The service's names of the address's fields, and the form's. */
const addressNames = Object.fromEntries(
  ['postal_code', 'street', 'number', 'city', 'state'].map((name) => [
    `addresses.0.${name}`,
    `address.${name}`,
  ]),
);

/** Returns the form of a registration, and whether the new account waits for its activation. */
function useRegistration(who: Who): {
  readonly form: Form<RegistrationValues>;
  readonly waits: boolean;
} {
  const { api } = usePortal();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [search, changeAddress] = useAddress();
  const [waits, setWaits] = useState(false);
  const form = useForm<RegistrationValues>({
    initial: emptyRegistration(who),
    rules: registrationRules(who),
    draftKey: 'cadastro',
    fieldNames: { ...addressNames, 'coverage.city_ids': 'coverage.cities' },
    onRefused: (paths) => {
      if (paths.some((path) => stepOf(path) === 0)) changeAddress({ etapa: undefined });
    },
    send: async (values) => {
      const enter = signIn();
      const reply = await api.call('register', { body: writeRegistration(who, values) });
      if (reply.token === null || reply.expires_at === null) return setWaits(true);
      if (!enter({ ...reply, token: reply.token, expires_at: reply.expires_at })) return;
      toast('Conta criada. Boas-vindas!');
      return navigate({ to: wayBack(search['voltar']), replace: true });
    },
  });
  return { form, waits };
}

/** The step that is shown, and the ways between the two. */
function useSteps(form: Form<RegistrationValues>, box: React.RefObject<HTMLFormElement | null>) {
  const [search, changeAddress] = useAddress();
  // A password is never kept on the device: after a reload the first step asks for it again.
  const [passed, setPassed] = useState(false);
  const step = passed && String(search['etapa']) === '2' ? 1 : 0;
  const go = useStepFocus(step, box);
  return {
    step,
    submit: (event: React.FormEvent): void => {
      event.preventDefault();
      if (step === 1) return form.submit(event);
      return goOn(form, () => {
        setPassed(true);
        go(() => changeAddress({ etapa: 2 }));
      });
    },
    goBack: (): void => go(() => changeAddress({ etapa: undefined })),
    startAgain: (): void => {
      setPassed(false);
      form.discard();
    },
  };
}

function Registration({ who }: { readonly who: Who }) {
  const { form, waits } = useRegistration(who);
  const [{ voltar: back }] = useAddress();
  const box = useRef<HTMLFormElement>(null);
  const { step, submit, goBack, startAgain } = useSteps(form, box);
  if (waits) return <Waiting wayBack={keptWayBack(back)} />;
  const steps = registrationSteps[who];
  return (
    <EntrancePage
      wide
      title={`Criar conta de ${who}`}
      lead={`Etapa ${step + 1} de 2: ${steps[step]}.`}
      keeps="O que você preencher, menos a senha, fica guardado neste aparelho."
      below={<LogInInstead back={back} />}
    >
      <Steps names={steps} current={step} />
      <form
        ref={box}
        className={formStyles['form']}
        aria-label={steps[step]}
        tabIndex={-1}
        noValidate
        onSubmit={submit}
      >
        {form.restored && step === 0 && <Restored onDiscard={startAgain} />}
        <ErrorSummary form={form} within={box} />
        <RequiredHint />
        {step === 0 ? <WhoFields who={who} form={form} /> : <PlaceFields who={who} form={form} />}
        <TrialNotice who={who} />
        {step === 1 && <Terms />}
        <StepActions isLast={step === 1} busy={form.busy} onBack={goBack} />
      </form>
    </EntrancePage>
  );
}

const LogInInstead = ({ back }: { readonly back: unknown }) => (
  <p>
    Já tem conta?{' '}
    <Link to={commonPaths.login} search={keptWayBack(back)}>
      Entrar
    </Link>
  </p>
);

function StepActions({
  isLast,
  busy,
  onBack,
}: {
  readonly isLast: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
}) {
  return (
    <div className={formStyles['actions']}>
      <Button type="submit" aria-disabled={busy}>
        {!isLast ? 'Continuar' : busy ? 'Criando conta…' : 'Criar conta'}
      </Button>
      {isLast && (
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
      )}
    </div>
  );
}

/**
 * Returns a function that runs a change of the step, after which the form's beginning has the focus
 * and is in view. A step that changes for another reason leaves the focus where it is.
 */
function useStepFocus(step: number, box: React.RefObject<HTMLFormElement | null>) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [step, box]);
  return (change: () => void): void => {
    isWanted.current = true;
    change();
  };
}

const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Notice title="Recuperamos o que você já tinha preenchido." role="status">
    <p>
      A senha não fica guardada: escreva-a de novo.{' '}
      <button type="button" className={formStyles['plain']} onClick={onDiscard}>
        Começar de novo
      </button>
    </p>
  </Notice>
);

/** Goes to the second step when the fields of the first are valid. */
function goOn(form: Form<RegistrationValues>, next: () => void): void {
  const here = Object.entries(form.fields.validate()).filter(([path]) => stepOf(path) === 0);
  if (here.length > 0) return form.refuse(Object.fromEntries(here));
  form.fields.setErrors({});
  next();
}

const Terms = () => (
  <p className={formStyles['hint']}>
    Ao criar a conta você concorda com os{' '}
    <Link to={commonPaths.page('termos-de-uso')}>termos de uso</Link> e a{' '}
    <Link to={commonPaths.page('politica-de-privacidade')}>política de privacidade</Link>.
  </p>
);

const Waiting = ({ wayBack: search }: { readonly wayBack: ReturnType<typeof keptWayBack> }) => (
  <EntrancePage
    title="Cadastro recebido"
    below={
      <p>
        <Link to={commonPaths.login} search={search} className="lv-link">
          Voltar para entrar
        </Link>
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
