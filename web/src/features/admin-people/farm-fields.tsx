import { Button, TextInput } from '@mantine/core';
import { SelectField } from '../../forms/fields.tsx';
import { Row } from '../../forms/form.tsx';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import { CulturesField } from './cultures-field.tsx';
import type { PersonFields } from './person-fields.tsx';
import styles from './people.module.css';

/** Edits what a producer grows, its memberships, and its references. */
export function FarmFields({ fields }: PersonFields) {
  return (
    <>
      <Card title="Produção">
        <Row>
          <SelectField
            label="Tipo de produtor"
            options={[
              ['PF', 'Pessoa física'],
              ['PJ', 'Pessoa jurídica'],
            ]}
            {...fields.getInputProps('type')}
          />
          <AreaField fields={fields} />
          <TextInput label="Associação" {...fields.getInputProps('association')} />
        </Row>
        <Row>
          <TextInput
            label="Cooperativa de produtores"
            {...fields.getInputProps('producers_cooperative')}
          />
          <TextInput
            label="Cooperativa de crédito"
            {...fields.getInputProps('credit_cooperative')}
          />
        </Row>
        <CulturesField
          value={fields.values.culture_ids}
          onChange={(ids) => fields.setFieldValue('culture_ids', ids)}
        />
      </Card>
      <References fields={fields} />
    </>
  );
}

/** The planted area, written as the portal writes numbers once the field is left. */
function AreaField({ fields }: PersonFields) {
  const area = fields.getInputProps('planted_area');
  const tidy = (): void => {
    const digits = parseDecimal(fields.getValues().planted_area);
    if (digits !== undefined) fields.setFieldValue('planted_area', formatQuantity(Number(digits)));
    area.onBlur();
  };
  return <TextInput label="Área plantada (ha)" inputMode="decimal" {...area} onBlur={tidy} />;
}

function References({ fields }: PersonFields) {
  const { commercial_references: references } = fields.values;
  return (
    <Card
      title="Referências comerciais"
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<PlusIcon size={18} />}
          onClick={() =>
            fields.insertListItem('commercial_references', {
              type: '',
              name: '',
              phone: '',
              email: '',
            })
          }
        >
          Nova referência
        </Button>
      }
    >
      {references.length === 0 && <p>Nenhuma referência.</p>}
      {references.map((reference, index) => (
        // A reference has no id until it is stored, so its position is its key.
        <Reference key={index} fields={fields} index={index} name={reference.name} />
      ))}
    </Card>
  );
}

interface ReferenceProps extends PersonFields {
  readonly index: number;
  readonly name: string;
}

function Reference({ fields, index, name }: ReferenceProps) {
  const at = (field: string) => fields.getInputProps(`commercial_references.${index}.${field}`);
  return (
    <section className={styles['entry']} aria-label={`Referência ${index + 1}`}>
      <div className={styles['entryHead']}>
        <h3>{name === '' ? `Referência ${index + 1}` : name}</h3>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<TrashIcon size={16} />}
          onClick={() => fields.removeListItem('commercial_references', index)}
        >
          Remover
        </Button>
      </div>
      <Row>
        <TextInput
          label="O que é"
          placeholder="Revenda, banco, cooperativa"
          required
          {...at('type')}
        />
        <TextInput label="Nome da referência" required {...at('name')} />
      </Row>
      <Row>
        <TextInput label="Telefone da referência" type="tel" inputMode="tel" {...at('phone')} />
        <TextInput label="E-mail da referência" type="email" inputMode="email" {...at('email')} />
      </Row>
    </section>
  );
}
