import { Textarea, TextInput } from '@mantine/core';
import type { CatalogueRequest } from '@lavra/contract/catalogue/requests';
import type { Product, ProductSubtype, ProductType } from '@lavra/contract/catalogue/schemas';
import { useRef } from 'react';
import { useChange } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Row } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { PickField } from '../admin-kit/pick-field.tsx';

const orNull = (text: string): string | null => text.trim() || null;

interface TypeDialogProps {
  readonly type?: ProductType;
  readonly onClose: () => void;
}

function useTypeForm({ type, onClose }: TypeDialogProps) {
  const create = useChange('createProductType');
  const update = useChange('updateProductType');
  return useForm({
    initial: {
      name: type?.name ?? '',
      description: type?.description ?? '',
      is_pesticide: type?.is_pesticide ?? false,
      active: type?.active ?? true,
    },
    rules: { name: required('Informe o nome.') },
    send: async ({ name, description, ...rest }) => {
      const body = { ...rest, name: name.trim(), description: orNull(description) };
      await (type === undefined
        ? create.mutateAsync({ body })
        : update.mutateAsync({ params: { id: String(type.id) }, body }));
      toast(`Tipo ${body.name} salvo.`);
      onClose();
    },
  });
}

/** Creates or edits a type of product: the first level. */
export function TypeDialog(props: TypeDialogProps) {
  const { type, onClose } = props;
  const form = useTypeForm(props);
  const { fields } = form;
  return (
    <Dialog title={type === undefined ? 'Novo tipo' : 'Alterar tipo'} onClose={onClose}>
      <Form form={form} action="Salvar tipo" acting="Salvando…" onCancel={onClose}>
        <TextInput label="Nome" required maxLength={200} {...fields.getInputProps('name')} />
        <Textarea
          label="Descrição"
          rows={2}
          maxLength={2000}
          {...fields.getInputProps('description')}
        />
        <CheckField
          label="É defensivo: exige receituário"
          checked={fields.values.is_pesticide}
          onChange={(checked) => fields.setFieldValue('is_pesticide', checked)}
        />
        <CheckField
          label="Ativo"
          checked={fields.values.active}
          onChange={(checked) => fields.setFieldValue('active', checked)}
        />
      </Form>
    </Dialog>
  );
}

interface SubtypeDialogProps {
  readonly subtype?: ProductSubtype;
  readonly typeId: number | undefined;
  readonly onClose: () => void;
}

function useSubtypeForm({ subtype, typeId, onClose }: SubtypeDialogProps) {
  const create = useChange('createProductSubtype');
  const update = useChange('updateProductSubtype');
  return useForm({
    initial: {
      name: subtype?.name ?? '',
      description: subtype?.description ?? '',
      type: String(typeId ?? ''),
      active: subtype?.active ?? true,
    },
    rules: { type: required('Escolha o tipo.'), name: required('Informe o nome.') },
    fieldNames: { product_type_id: 'type' },
    send: async ({ name, description, type, active }) => {
      const body = {
        name: name.trim(),
        description: orNull(description),
        product_type_id: Number(type),
        active,
      };
      await (subtype === undefined
        ? create.mutateAsync({ body })
        : update.mutateAsync({ params: { id: String(subtype.id) }, body }));
      toast(`Subtipo ${body.name} salvo.`);
      onClose();
    },
  });
}

/** Creates or edits a subtype: the second level. */
export function SubtypeDialog(props: SubtypeDialogProps) {
  const { subtype, onClose } = props;
  const form = useSubtypeForm(props);
  const { fields } = form;
  return (
    <Dialog title={subtype === undefined ? 'Novo subtipo' : 'Alterar subtipo'} onClose={onClose}>
      <Form form={form} action="Salvar subtipo" acting="Salvando…" onCancel={onClose}>
        <PickField label="Tipo" required from="productTypes" {...fields.getInputProps('type')} />
        <TextInput label="Nome" required maxLength={200} {...fields.getInputProps('name')} />
        <Textarea
          label="Descrição"
          rows={2}
          maxLength={2000}
          {...fields.getInputProps('description')}
        />
        <CheckField
          label="Ativo"
          checked={fields.values.active}
          onChange={(checked) => fields.setFieldValue('active', checked)}
        />
      </Form>
    </Dialog>
  );
}

interface ProductDialogProps {
  readonly product?: Product;
  /** What a new product begins with. */
  readonly asked?: Pick<
    CatalogueRequest,
    'name' | 'unit' | 'brand' | 'active_ingredient' | 'notes' | 'type'
  >;
  readonly subtypeId: number | undefined;
  /** Called with the stored product. */
  readonly onSaved?: (product: Product) => Promise<unknown>;
  readonly onClose: () => void;
}

/** What the form of a product begins with: its own values, or those that were asked for. */
const productValues = ({
  product,
  asked,
  subtypeId,
}: Pick<ProductDialogProps, 'product' | 'asked' | 'subtypeId'>) => ({
  subtype: String(product?.product_subtype_id ?? subtypeId ?? ''),
  name: product?.name ?? asked?.name ?? '',
  unit: product?.unit ?? asked?.unit ?? '',
  brand: product?.brand ?? asked?.brand ?? '',
  active_ingredient: product?.active_ingredient ?? asked?.active_ingredient ?? '',
  concentration: product?.concentration ?? '',
  description: product?.description ?? '',
  active: product?.active ?? true,
});

function useProductForm(props: ProductDialogProps) {
  const { product, onSaved, onClose } = props;
  const create = useChange('createProduct');
  // What follows may fail: another attempt creates no second product.
  const created = useRef<Product>(undefined);
  const update = useChange('updateProduct');
  return useForm({
    initial: productValues(props),
    rules: {
      subtype: required('Escolha o subtipo.'),
      name: required('Informe o nome.'),
      unit: required('Escolha a unidade.'),
    },
    fieldNames: { product_subtype_id: 'subtype' },
    send: async ({ subtype, name, unit, active, ...texts }) => {
      const body = {
        product_subtype_id: Number(subtype),
        name: name.trim(),
        unit,
        active,
        brand: orNull(texts.brand),
        active_ingredient: orNull(texts.active_ingredient),
        concentration: orNull(texts.concentration),
        description: orNull(texts.description),
      };
      const saved =
        product === undefined
          ? (created.current ??= await create.mutateAsync({ body }))
          : await update.mutateAsync({ params: { id: String(product.id) }, body });
      await onSaved?.(saved);
      toast(`Produto ${body.name} salvo.`);
      onClose();
    },
  });
}

/** Creates or edits a product. */
export function ProductDialog(props: ProductDialogProps) {
  const { product, asked, onClose } = props;
  const form = useProductForm(props);
  const { fields } = form;
  return (
    <Dialog title={product === undefined ? 'Novo produto' : 'Alterar produto'} onClose={onClose}>
      <Form form={form} action="Salvar produto" acting="Salvando…" onCancel={onClose}>
        {asked !== undefined && <AskedFor asked={asked} />}
        <TextInput label="Nome" required maxLength={200} {...fields.getInputProps('name')} />
        <PickField
          label="Subtipo"
          required
          from="productSubtypes"
          {...fields.getInputProps('subtype')}
        />
        <Row>
          <PickField label="Unidade" required from="units" {...fields.getInputProps('unit')} />
          <TextInput
            label="Concentração"
            maxLength={300}
            {...fields.getInputProps('concentration')}
          />
        </Row>
        <ProductTexts fields={fields} />
        <CheckField
          label="Ativo: pode entrar em cotações"
          checked={fields.values.active}
          onChange={(checked) => fields.setFieldValue('active', checked)}
        />
      </Form>
    </Dialog>
  );
}

/** What may be said of a product and need not be. */
const ProductTexts = ({
  fields,
}: {
  readonly fields: Fields<ReturnType<typeof productValues>>;
}) => (
  <>
    <TextInput label="Marca" maxLength={300} {...fields.getInputProps('brand')} />
    <TextInput
      label="Ingrediente ativo"
      maxLength={500}
      {...fields.getInputProps('active_ingredient')}
    />
    <Textarea
      label="Descrição"
      rows={2}
      maxLength={2000}
      {...fields.getInputProps('description')}
    />
  </>
);

/** Repeats the request beside the form that answers it. */
const AskedFor = ({
  asked: { type, notes },
}: {
  readonly asked: NonNullable<ProductDialogProps['asked']>;
}) => (
  <p>
    Pedido no tipo <strong>{type.name}</strong>.{notes === null ? '' : ` “${notes}”`}
  </p>
);
