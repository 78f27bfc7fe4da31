import { Textarea, TextInput } from '@mantine/core';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useChange } from '../../data/use-api.ts';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, RequiredHint, Row } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { readDecimal } from '../../text/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { formerDefault, profileLabels, readPrice, writePrice } from './plan-texts.ts';

interface Values {
  readonly name: string;
  readonly profile_type: PlanProfile;
  readonly price_monthly: string;
  readonly price_quarterly: string;
  readonly price_annual: string;
  readonly trial_days: string;
  readonly description: string;
  readonly is_default: boolean;
  readonly is_active: boolean;
}

const price = (value: string): string | null =>
  value.trim() === '' || readDecimal(value, 2) !== undefined
    ? null
    : 'Informe um preço, por exemplo 99,90, ou deixe vazio.';
const days = (value: string): string | null =>
  /^\d{1,3}$/.test(value.trim()) && Number(value) <= 365 ? null : 'Informe de 0 a 365 dias.';

const valuesOf = (plan: Plan | undefined, profile: PlanProfile): Values => ({
  name: plan?.name ?? '',
  profile_type: plan?.profile_type ?? profile,
  price_monthly: writePrice(plan?.price_monthly ?? null),
  price_quarterly: writePrice(plan?.price_quarterly ?? null),
  price_annual: writePrice(plan?.price_annual ?? null),
  trial_days: String(plan?.trial_days ?? 30),
  description: plan?.description ?? '',
  is_default: plan?.is_default ?? false,
  is_active: plan?.is_active ?? true,
});

interface PlanDialogProps {
  readonly plan?: Plan;
  readonly plans: readonly Plan[];
  readonly profile?: PlanProfile;
  readonly onClose: () => void;
}

/** The form of a plan; one that is new says its profile, which stays. */
function usePlanForm({ plan, plans, profile = 'producer', onClose }: PlanDialogProps) {
  const create = useChange('createPlan');
  const update = useChange('updatePlan');
  return useForm<Values>({
    initial: valuesOf(plan, profile),
    rules: {
      name: required('Dê um nome ao plano.'),
      price_monthly: price,
      price_quarterly: price,
      price_annual: price,
      trial_days: days,
    },
    send: async ({ profile_type, ...values }) => {
      const body = {
        ...values,
        name: values.name.trim(),
        description: values.description.trim() || null,
        trial_days: Number(values.trial_days),
        price_monthly: readPrice(values.price_monthly),
        price_quarterly: readPrice(values.price_quarterly),
        price_annual: readPrice(values.price_annual),
      };
      await (plan === undefined
        ? create.mutateAsync({ body: { ...body, profile_type, sort_order: plans.length } })
        : update.mutateAsync({ params: { id: String(plan.id) }, body }));
      toast(plan === undefined ? `Plano ${body.name} criado.` : `Plano ${body.name} salvo.`);
      onClose();
    },
  });
}

/** Creates a plan, or edits one. */
export function PlanDialog(props: PlanDialogProps) {
  const { plan, plans, onClose } = props;
  const form = usePlanForm(props);
  const { fields } = form;
  return (
    <Dialog title={plan === undefined ? 'Novo plano' : `Plano ${plan.name}`} onClose={onClose}>
      <Form
        form={form}
        action={plan === undefined ? 'Criar plano' : 'Salvar plano'}
        acting="Salvando…"
        onCancel={onClose}
      >
        <RequiredHint />
        <Row>
          <TextInput label="Nome" required maxLength={100} {...fields.getInputProps('name')} />
          {plan === undefined && (
            <SelectField
              label="Perfil"
              required
              options={Object.entries(profileLabels)}
              {...fields.getInputProps('profile_type')}
            />
          )}
        </Row>
        <Prices fields={fields} />
        <TextInput
          label="Dias de teste"
          inputMode="numeric"
          required
          {...fields.getInputProps('trial_days')}
        />
        <Textarea
          label="Descrição"
          description="Quem escolhe um plano lê este texto."
          rows={2}
          maxLength={2000}
          {...fields.getInputProps('description')}
        />
        <DefaultChoice plan={plan} plans={plans} fields={fields} />
        <CheckField
          label="À venda"
          checked={fields.values.is_active}
          onChange={(checked) => fields.setFieldValue('is_active', checked)}
        />
      </Form>
    </Dialog>
  );
}

interface DefaultChoiceProps {
  readonly plan: Plan | undefined;
  readonly plans: readonly Plan[];
  readonly fields: Fields<Values>;
}

/** Whether new people of the profile get this plan, and which one they get no more. */
function DefaultChoice({ plan, plans, fields }: DefaultChoiceProps) {
  const { profile_type, is_default } = fields.values;
  const loser = is_default ? formerDefault(plans, profile_type, plan?.id) : undefined;
  return (
    <>
      <CheckField
        label={`Plano padrão de quem se cadastra como ${profileLabels[profile_type].toLowerCase()}`}
        checked={is_default}
        onChange={(checked) => fields.setFieldValue('is_default', checked)}
      />
      {loser !== undefined && (
        <Notice tone="warn" role="status">
          <p>
            O plano <strong>{loser.name}</strong> deixa de ser o padrão. Quem já o tem continua com
            ele.
          </p>
        </Notice>
      )}
    </>
  );
}

const Prices = ({ fields }: { readonly fields: Fields<Values> }) => (
  <Row>
    {(
      [
        ['price_monthly', 'Preço mensal'],
        ['price_quarterly', 'Trimestral'],
        ['price_annual', 'Anual'],
      ] as const
    ).map(([path, label]) => (
      <TextInput
        key={path}
        label={label}
        inputMode="decimal"
        placeholder="não vendido"
        leftSection="R$"
        {...fields.getInputProps(path)}
      />
    ))}
  </Row>
);
