import { Button } from '@mantine/core';
import {
  addressKindLabels,
  addressKinds,
  supplierAddressKinds,
} from '@lavra/domain/address/address-kind';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import { AddressFields } from '../account/address-fields.tsx';
import { emptyAddress } from '../account/address-form.ts';
import type { PersonFields } from './person-fields.tsx';
import styles from './people.module.css';

/** Edits a producer's or supplier's addresses: at least one. */
export function AddressCards({ fields }: PersonFields) {
  const { addresses, user_type } = fields.values;
  const isProducer = user_type === 'produtor';
  return (
    <Card
      title="Endereços"
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<PlusIcon size={18} />}
          onClick={() =>
            fields.insertListItem('addresses', emptyAddress(isProducer ? 'farm' : 'branch', ''))
          }
        >
          Novo endereço
        </Button>
      }
    >
      {addresses.map((address, index) => (
        // An address has no id until it is stored, so its position is its key.
        <section
          key={index}
          className={styles['entry']}
          aria-label={address.name === '' ? `Endereço ${index + 1}` : address.name}
        >
          <div className={styles['entryHead']}>
            <h3>
              {address.name === ''
                ? `${addressKindLabels[address.kind]} ${index + 1}`
                : address.name}
            </h3>
            {addresses.length > 1 && (
              <Button
                variant="subtle"
                size="sm"
                leftSection={<TrashIcon size={16} />}
                onClick={() => fields.removeListItem('addresses', index)}
              >
                Remover
              </Button>
            )}
          </div>
          <AddressFields
            at={(name) => fields.getInputProps(`addresses.${index}.${name}`)}
            set={(name, value) => {
              fields.setFieldValue(`addresses.${index}.${name}`, value);
            }}
            values={address}
            kinds={isProducer ? addressKinds : supplierAddressKinds}
          />
        </section>
      ))}
    </Card>
  );
}
