import { Textarea, TextInput } from '@mantine/core';
import { MOST_NAMED } from '@lavra/domain/catalogue/unlisted-item';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Row } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { useRequestProduct } from './use-product-requests.ts';

interface RequestProductDialogProps {
  readonly order: string;
  /** What was searched for. */
  readonly words: string;
  readonly type: string;
  readonly types: readonly { readonly id: number; readonly name: string }[];
  readonly onAsked: (asked: {
    readonly name: string;
    readonly type: string;
    /** The item is added to the order at once. */
    readonly add: boolean;
  }) => void;
  readonly onClose: () => void;
}

function useRequestForm({
  order,
  words,
  type,
  onAsked,
  onClose,
}: Omit<RequestProductDialogProps, 'types'>) {
  const request = useRequestProduct(order);
  const isReader = useIsReader();
  return useForm({
    initial: { name: words, type, brand: '', active_ingredient: '', notes: '', add: true },
    rules: { name: required('Diga que produto é.'), type: required('Escolha o tipo.') },
    fieldNames: { product_type_id: 'type' },
    send: async ({ name, type: typeId, brand, active_ingredient, notes, add }) => {
      await request({
        name: name.trim(),
        product_type_id: Number(typeId),
        brand: brand.trim() || null,
        active_ingredient: active_ingredient.trim() || null,
        notes: notes.trim() || null,
      });
      toast(`Pedido enviado. ${isReader ? 'O produtor é avisado' : 'Você é avisado'} da resposta.`);
      onClose();
      onAsked({ name: name.trim(), type: typeId, add });
    },
  });
}

/** What else is known of the product; all of it may stay empty. */
const Details = ({ fields }: Pick<ReturnType<typeof useRequestForm>, 'fields'>) => (
  <>
    <Row>
      <TextInput label="Marca" maxLength={300} {...fields.getInputProps('brand')} />
      <TextInput
        label="Ingrediente ativo"
        maxLength={500}
        {...fields.getInputProps('active_ingredient')}
      />
    </Row>
    <Textarea
      label="O que mais ajuda a achar"
      rows={2}
      maxLength={1000}
      {...fields.getInputProps('notes')}
    />
  </>
);

/** Asks administrators to add a product to the catalogue. */
export function RequestProductDialog({ types, ...props }: RequestProductDialogProps) {
  const { onClose } = props;
  const form = useRequestForm(props);
  const { fields } = form;
  return (
    <Dialog title="Pedir inclusão no catálogo" onClose={onClose}>
      <Form form={form} action="Enviar pedido" acting="Enviando…" onCancel={onClose}>
        <TextInput
          label="Produto"
          required
          maxLength={MOST_NAMED}
          {...fields.getInputProps('name')}
        />
        <SelectField
          label="Tipo"
          required
          placeholder="Escolha o tipo"
          options={types.map(({ id, name }) => [String(id), name])}
          {...fields.getInputProps('type')}
        />
        <Details fields={fields} />
        <CheckField
          label="Incluir já na cotação, como item livre"
          checked={fields.values.add}
          onChange={(checked) => fields.setFieldValue('add', checked)}
        />
      </Form>
    </Dialog>
  );
}
