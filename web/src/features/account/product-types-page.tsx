import type { User } from '@lavra/contract/accounts/schemas';
import { useRead } from '../../api/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import styles from './account.module.css';
import { useProfile, useSaveProfile } from './use-profile.ts';

/** What a supplier sells: orders of these kinds find it. */
export function ProductTypesPage() {
  usePageTitle('O que você vende – Minha conta');
  const profile = useProfile();
  return <QueryView query={profile}>{(user) => <ProductTypesForm key={user.id} user={user} />}</QueryView>;
}

function ProductTypesForm({ user }: { readonly user: User }) {
  const save = useSaveProfile();
  const types = useRead('listProductTypes', { query: { per_page: 100, active: true, sort: 'name' } });
  const form = useForm({
    initial: { product_type_ids: user.supplier?.product_type_ids ?? [] }, rules: {}, keepAs: 'produtos',
    send: ({ product_type_ids }) => save({ product_type_ids }, 'Tipos de produto salvos.'),
  });
  const chosen = form.fields.values.product_type_ids;
  return (
    <Card title="O que você vende" lead="Avisamos quando um produtor pedir produtos destes tipos na sua área de entrega.">
      <QueryView query={types}>
        {({ data }) => (
          <Form form={form} action="Salvar tipos de produto" acting="Salvando…">
            {chosen.length === 0 && <Notice title="Nenhum tipo escolhido: você recebe cotações de todos." />}
            <fieldset className={styles['coverage']}>
              <legend className="lv-hidden">Tipos de produto</legend>
              <div className={styles['typeList']}>
                {data.map(({ id, name }) => (
                  <CheckField key={id} label={name} checked={chosen.includes(id)} onChange={(on) => form.fields.setFieldValue('product_type_ids', on ? [...chosen, id] : chosen.filter((one) => one !== id))} />
                ))}
              </div>
            </fieldset>
          </Form>
        )}
      </QueryView>
    </Card>
  );
}
