import { TextInput } from '@mantine/core';
import { maskPhone } from '../text/masks.ts';
import { Row } from './form.tsx';
import type { Fields } from './use-fields.ts';

interface Phones {
  readonly phone: string;
  readonly mobile: string;
}

interface PhoneFieldsProps<V extends Phones> {
  readonly fields: Fields<V>;
  /** Whether the browser offers the user's own numbers. */
  readonly autoComplete: 'tel' | 'off';
}

/** Both telephone numbers, written with their mask once they are left. */
export function PhoneFields<V extends Phones>({ fields, autoComplete }: PhoneFieldsProps<V>) {
  const masked = (name: keyof Phones) => {
    const props = fields.getInputProps(name);
    return {
      type: 'tel',
      inputMode: 'tel',
      autoComplete,
      ...props,
      onBlur: () => {
        fields.setFieldValue(name, maskPhone(fields.getValues()[name]));
        props.onBlur();
      },
    } as const;
  };
  return (
    <Row>
      <TextInput label="Telefone" {...masked('phone')} />
      <TextInput label="Celular com WhatsApp" {...masked('mobile')} />
    </Row>
  );
}
