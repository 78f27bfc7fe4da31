import { TextInput } from '@mantine/core';
import { addressKindLabels } from '@lavra/domain/address/address-kind';
import { Row } from '../../forms/form.tsx';
import { SelectField } from '../../forms/fields.tsx';
import type { FieldProps } from '../../forms/use-fields.ts';
import { maskPostalCode } from '../../text/masks.ts';
import type { AddressValues } from './address-form.ts';
import { CityField, useStates } from './city-fields.tsx';
import { filledBy, POSTAL_CODE_HINT } from './postal-code.ts';

interface AddressFieldsProps {
  readonly at: (name: keyof AddressValues) => FieldProps;
  readonly set: (name: keyof AddressValues, value: string) => void;
  readonly values: AddressValues;
  readonly kinds: readonly AddressValues['kind'][];
}

/** The fields of one address, used by several forms. */
export const AddressFields = ({ at, set, values, kinds }: AddressFieldsProps) => (
  <>
    <Row>
      <SelectField
        label="Tipo"
        options={kinds.map((kind) => [kind, addressKindLabels[kind]])}
        {...at('kind')}
        onChange={(kind) => set('kind', kind)}
      />
      <TextInput label="Nome do endereço" required {...at('name')} />
    </Row>
    <StreetFields at={at} set={set} values={values} />
    <PlaceFields at={at} set={set} values={values} />
  </>
);

type PartProps = Pick<AddressFieldsProps, 'at' | 'set' | 'values'>;

/** Postal code and street; a known postal code fills in the place below. */
const StreetFields = ({ at, set, values }: PartProps) => (
  <>
    <Row shape="narrow-wide">
      <TextInput
        label="CEP"
        description={POSTAL_CODE_HINT}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="postal-code"
        required
        {...at('postal_code')}
        onChange={(event) => {
          at('postal_code').onChange(event);
          const filled = filledBy(event.currentTarget.value, values);
          if (filled === undefined) return;
          set('state', filled.state);
          set('city', filled.city);
        }}
        onBlur={() => {
          set('postal_code', maskPostalCode(values.postal_code));
          at('postal_code').onBlur();
        }}
      />
      <TextInput
        label="Rua, estrada ou rodovia"
        autoComplete="address-line1"
        required
        {...at('street')}
      />
    </Row>
    <Row>
      <TextInput
        label="Número"
        description="Sem número? Escreva S/N."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...at('number')}
      />
      <TextInput label="Complemento" {...at('complement')} />
      <TextInput label="Bairro ou comunidade" {...at('district')} />
    </Row>
  </>
);

function PlaceFields({ at, set, values }: PartProps) {
  const states = useStates();
  return (
    <Row shape="narrow-wide">
      <SelectField
        label="Estado"
        required
        placeholder="Escolha"
        autoComplete="address-level1"
        options={states.map(({ uf, name }) => [uf, name])}
        {...at('state')}
        onChange={(state) => {
          set('state', state);
          set('city', '');
        }}
      />
      <CityField
        label="Município"
        required
        state={values.state}
        {...at('city')}
        onChange={(city) => set('city', city)}
      />
    </Row>
  );
}
