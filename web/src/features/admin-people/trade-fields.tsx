import { TextInput } from '@mantine/core';
import { useRead } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { CoverageFields } from '../account/coverage-fields.tsx';
import type { PersonFields } from './person-fields.tsx';
import styles from './people.module.css';

/** Edits what a supplier sells, and where. */
export function TradeFields({ fields }: PersonFields) {
  return (
    <>
      <Card title="Empresa">
        <TextInput label="Site" type="url" inputMode="url" {...fields.getInputProps('website')} />
      </Card>
      <TypesCard fields={fields} />
      <Card title="Área de atuação" lead="Recebe avisos das cotações com entrega nesta área.">
        <CoverageFields
          hiddenLegend
          value={fields.values.coverage}
          errors={fields.errors}
          onChange={(next) => fields.setFieldValue('coverage', next)}
        />
      </Card>
    </>
  );
}

/** The types of product that the supplier sells; none means all of them. */
function TypesCard({ fields }: PersonFields) {
  const types = useRead(
    'listProductTypes',
    { query: { per_page: 100, active: true, sort: 'name' } },
    { staleTime: Infinity },
  );
  const { product_type_ids: chosen } = fields.values;
  const turn = (id: number, on: boolean): void =>
    fields.setFieldValue(
      'product_type_ids',
      on ? [...chosen, id] : chosen.filter((one) => one !== id),
    );
  return (
    <Card title="Tipos de produto">
      {chosen.length === 0 && <Notice title="Nenhum tipo escolhido: recebe cotações de todos." />}
      <QueryView query={types}>
        {({ data }) => (
          <fieldset className={styles['types']}>
            <legend className="lv-hidden">Tipos de produto</legend>
            {data.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onChange={(on) => turn(id, on)}
              />
            ))}
          </fieldset>
        )}
      </QueryView>
    </Card>
  );
}
