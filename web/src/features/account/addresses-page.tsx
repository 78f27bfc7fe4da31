import { Button } from '@mantine/core';
import type { User } from '@lavra/contract/accounts/schemas';
import { addressKindLabels, supplierAddressKinds } from '@lavra/domain/address/address-kind';
import { Form, RequiredHint } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { AddressFields } from './address-fields.tsx';
import {
  addressRules,
  emptyAddress,
  readAddress,
  writeAddress,
  type AddressValues,
} from './address-form.ts';
import styles from './account.module.css';
import { useProfile, useSaveProfile } from './use-profile.ts';

/** Edits the farms of a producer, or the offices and stores of a supplier. */
export function AddressesPage() {
  usePageTitle('Endereços – Minha conta');
  const profile = useProfile();
  return (
    <QueryView query={profile}>{(user) => <AddressesForm key={user.id} user={user} />}</QueryView>
  );
}

function AddressesForm({ user }: { readonly user: User }) {
  const save = useSaveProfile();
  const isProducer = user.producer !== undefined;
  const stored = (user.producer ?? user.supplier)?.addresses ?? [];
  const form = useForm<{ addresses: AddressValues[] }>({
    initial: { addresses: stored.map(readAddress) },
    rules: { addresses: addressRules },
    draftKey: 'enderecos',
    send: ({ addresses }) => save({ addresses: addresses.map(writeAddress) }, 'Endereços salvos.'),
  });
  const { fields } = form;
  const { addresses } = fields.values;
  return (
    <Card
      title="Endereços"
      lead={
        isProducer
          ? 'Suas propriedades. O fornecedor vê só o município e o estado até você escolher a proposta dele.'
          : 'Matriz, filiais e depósitos da empresa.'
      }
    >
      <Form
        form={form}
        action="Salvar endereços"
        acting="Salvando…"
        beside={<NewAddress fields={fields} isProducer={isProducer} />}
      >
        <RequiredHint />
        {addresses.map((address, index) => (
          // An address has no id until it is stored, so its position is its key.
          <Address key={index} {...{ fields, address, index, isProducer }} />
        ))}
      </Form>
    </Card>
  );
}

interface NewAddressProps {
  readonly fields: Fields<{ addresses: AddressValues[] }>;
  readonly isProducer: boolean;
}

const NewAddress = ({ fields, isProducer }: NewAddressProps) => (
  <Button
    variant="default"
    leftSection={<PlusIcon size={18} />}
    onClick={() =>
      fields.insertListItem('addresses', emptyAddress(isProducer ? 'farm' : 'branch', ''))
    }
  >
    Novo endereço
  </Button>
);

interface AddressProps extends NewAddressProps {
  readonly address: AddressValues;
  readonly index: number;
}

function Address({ fields, address, index, isProducer }: AddressProps) {
  const { kind, name } = address;
  return (
    <section
      className={styles['addressCard']}
      aria-label={name === '' ? `Endereço ${index + 1}` : name}
    >
      <header>
        <h3>{name === '' ? `${addressKindLabels[kind]} ${index + 1}` : name}</h3>
        {fields.values.addresses.length > 1 && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<TrashIcon size={16} />}
            onClick={() => fields.removeListItem('addresses', index)}
          >
            Remover
          </Button>
        )}
      </header>
      <AddressFields
        at={(field) => fields.getInputProps(`addresses.${index}.${field}`)}
        set={(field, value) => {
          fields.setFieldValue(`addresses.${index}.${field}`, value);
        }}
        values={address}
        kinds={isProducer ? ['farm', 'headquarters', 'branch', 'warehouse'] : supplierAddressKinds}
      />
    </section>
  );
}
