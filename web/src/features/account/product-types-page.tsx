import type { User } from '@lavra/contract/accounts/schemas';
import { useRead } from '../../data/use-api.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { ProductTypeChoice } from './product-type-choice.tsx';
import { useProfile, useSaveProfile } from './use-profile.ts';

/** Edits what a supplier sells, which determines the orders it is offered. */
export function ProductTypesPage() {
  usePageTitle('O que você vende – Minha conta');
  const profile = useProfile();
  return (
    <QueryView query={profile}>
      {(user) => <ProductTypesForm key={user.id} user={user} />}
    </QueryView>
  );
}

function ProductTypesForm({ user }: { readonly user: User }) {
  const save = useSaveProfile();
  const types = useRead('listProductTypes', {
    query: { per_page: 100, active: true, sort: 'name' },
  });
  const form = useForm({
    initial: { product_type_ids: user.supplier?.product_type_ids ?? [] },
    rules: {},
    draftKey: 'produtos',
    send: ({ product_type_ids }) => save({ product_type_ids }, 'Tipos de produto salvos.'),
  });
  return (
    <Card
      title="O que você vende"
      lead="Avisamos quando um produtor pedir produtos destes tipos na sua área de entrega."
    >
      <QueryView query={types}>
        {({ data }) => (
          <Form form={form} action="Salvar tipos de produto" acting="Salvando…">
            <ProductTypeChoice
              types={data}
              chosen={form.fields.values.product_type_ids}
              onChange={(next) => form.fields.setFieldValue('product_type_ids', next)}
            />
          </Form>
        )}
      </QueryView>
    </Card>
  );
}
