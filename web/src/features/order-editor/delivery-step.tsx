import { Button, Textarea, TextInput } from '@mantine/core';
import { Group, Row } from '../../forms/form.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { maskPostalCode } from '../../text/masks.ts';
import { CityField, useStates } from '../account/city-fields.tsx';
import { useProfile } from '../account/use-profile.ts';
import type { StepProps } from './data-step.tsx';
import { filledBy, POSTAL_CODE_HINT } from '../account/postal-code.ts';
import { placeOf } from './delivery-default.ts';
import styles from './editor.module.css';

/** Place, date and terms of the delivery. */
export const DeliveryStep = ({ values, change }: StepProps) => (
  <>
    <Group legend="Local de entrega">
      <p className={styles['lead']}>
        Antes da escolha os fornecedores veem só o município e o estado.
      </p>
      <Farms change={change} />
      <PlaceFields values={values} change={change} />
    </Group>
    <Group legend="Condições">
      <TermsFields values={values} change={change} />
    </Group>
  </>
);

/** The producer's own addresses, each of which fills in the place. */
function Farms({ change }: Pick<StepProps, 'change'>) {
  const farms = useProfile().data?.producer?.addresses ?? [];
  if (farms.length === 0) return null;
  return (
    <div className={styles['farms']} role="group" aria-label="Usar um endereço seu">
      {farms.map((farm) => (
        <Button key={farm.id} size="sm" variant="default" onClick={() => change(placeOf(farm))}>
          {farm.name === '' ? `${farm.city}/${farm.state}` : farm.name}
        </Button>
      ))}
    </div>
  );
}

function PlaceFields({ values, change }: StepProps) {
  const states = useStates();
  return (
    <>
      <Row shape="narrow-wide">
        <SelectField
          label="Estado"
          placeholder="Escolha"
          required
          value={values.state}
          data-path="state"
          options={states.map(({ uf, name }) => [uf, name])}
          onChange={(state) => change({ state, city: '' })}
        />
        <CityField
          label="Município"
          required
          state={values.state}
          value={values.city}
          data-path="city"
          onChange={(city) => change({ city })}
          {...(values.state !== '' && values.city === '' ? { error: 'Escolha o município.' } : {})}
        />
      </Row>
      <AddressFields values={values} change={change} />
    </>
  );
}

/** Postal code and street, which suppliers do not see before the choice. */
function AddressFields({ values, change }: StepProps) {
  const text = (name: 'street' | 'number' | 'complement' | 'district') => ({
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Row shape="narrow-wide">
        <TextInput
          label="CEP"
          description={values.state === '' ? POSTAL_CODE_HINT : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={12}
          value={values.postal_code}
          onChange={({ currentTarget: { value } }) =>
            change({
              postal_code: value,
              // A chosen place stays: the CEP comes after it.
              ...(values.state === '' ? filledBy(value, values) : {}),
            })
          }
          onBlur={() => change({ postal_code: maskPostalCode(values.postal_code) })}
        />
        <TextInput label="Rua, estrada ou rodovia" maxLength={200} {...text('street')} />
      </Row>
      <Row>
        <TextInput label="Número" maxLength={20} {...text('number')} />
        <TextInput label="Complemento" maxLength={200} {...text('complement')} />
        <TextInput label="Bairro ou comunidade" maxLength={100} {...text('district')} />
      </Row>
    </>
  );
}

const TermsFields = ({ values, change }: StepProps) => (
  <>
    <TextInput
      label="Entrega até"
      type="date"
      style={{ maxWidth: 300 }}
      value={values.delivery_date}
      data-path="delivery_date"
      onChange={(event) => change({ delivery_date: event.currentTarget.value })}
    />
    <TextInput
      label="Pagamento"
      description="Exemplo: à vista, 30 dias após a entrega, prazo safra."
      maxLength={1000}
      value={values.payment_terms}
      onChange={(event) => change({ payment_terms: event.currentTarget.value })}
    />
    <Textarea
      label="Observações"
      description="Não escreva aqui o que só o fornecedor escolhido deve saber: todos leem."
      rows={3}
      maxLength={5000}
      value={values.notes}
      onChange={(event) => change({ notes: event.currentTarget.value })}
    />
  </>
);
