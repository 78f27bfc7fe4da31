import { Button, TextInput } from '@mantine/core';
import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import { useChange, useRead } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Group } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { PickField } from '../admin-kit/pick-field.tsx';
import styles from './catalogue.module.css';

interface OrderKitDialogProps {
  readonly kit?: OrderKit;
  readonly onClose: () => void;
}

interface KitValues {
  readonly name: string;
  readonly product_ids: number[];
  readonly active: boolean;
}

function useKitForm({ kit, onClose }: OrderKitDialogProps) {
  const create = useChange('createOrderKit');
  const update = useChange('updateOrderKit');
  return useForm<KitValues>({
    initial: {
      name: kit?.name ?? '',
      product_ids: kit?.products.map(({ id }) => id) ?? [],
      active: kit?.active ?? true,
    },
    rules: {
      name: required('Informe o nome.'),
      product_ids: (ids: readonly number[]) =>
        ids.length === 0 ? 'Inclua pelo menos um produto.' : null,
    },
    send: async ({ name, ...rest }) => {
      const body = { ...rest, name: name.trim() };
      await (kit === undefined
        ? create.mutateAsync({ body })
        : update.mutateAsync({ params: { id: String(kit.id) }, body }));
      toast(`${body.name}: salva.`);
      onClose();
    },
  });
}

/** Creates a list of products, or edits one. */
export function OrderKitDialog(props: OrderKitDialogProps) {
  const { kit, onClose } = props;
  const form = useKitForm(props);
  const { fields } = form;
  return (
    <Dialog title={kit === undefined ? 'Nova lista' : 'Alterar lista'} onClose={onClose}>
      <Form form={form} action="Salvar lista" acting="Salvando…" onCancel={onClose}>
        <TextInput label="Nome" required maxLength={100} {...fields.getInputProps('name')} />
        <KitProducts fields={fields} />
        <CheckField
          label="Ativa: os produtores podem incluir"
          checked={fields.values.active}
          onChange={(checked) => fields.setFieldValue('active', checked)}
        />
      </Form>
    </Dialog>
  );
}

function KitProducts({ fields }: { readonly fields: Fields<KitValues> }) {
  const { product_ids: ids } = fields.values;
  return (
    <Group legend="Produtos">
      {ids.length > 0 && (
        <ol className={styles['kit']}>
          {ids.map((id, index) => (
            <KitProduct
              key={id}
              id={id}
              onRemove={() => fields.removeListItem('product_ids', index)}
            />
          ))}
        </ol>
      )}
      <PickField
        key={ids.length}
        label="Incluir produto"
        from="products"
        value=""
        error={fields.errors['product_ids']}
        data-path="product_ids"
        onChange={(id) => {
          if (id !== '' && !ids.includes(Number(id)))
            fields.insertListItem('product_ids', Number(id));
        }}
      />
    </Group>
  );
}

function KitProduct({ id, onRemove }: { readonly id: number; readonly onRemove: () => void }) {
  const name =
    useRead('getProduct', { params: { id: String(id) } }, { staleTime: 600_000 }).data?.name ?? '…';
  return (
    <li>
      <span>{name}</span>
      <Button
        variant="subtle"
        size="sm"
        color="var(--lv-danger)"
        aria-label={`Remover ${name}`}
        onClick={onRemove}
      >
        <TrashIcon size={18} />
      </Button>
    </li>
  );
}

/** Deletes a list of products. */
export function DeleteOrderKitDialog({
  kit,
  onClose,
}: {
  readonly kit: OrderKit;
  readonly onClose: () => void;
}) {
  const remove = useChange('deleteOrderKit');
  return (
    <ConfirmDialog
      title="Excluir lista?"
      action="Excluir"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{kit.name}</strong> deixa de ser oferecida. As cotações que a usaram não mudam.
          Essa ação não poderá ser desfeita.
        </p>
      }
      run={async () => {
        toast((await remove.mutateAsync({ params: { id: String(kit.id) } })).message);
      }}
    />
  );
}
