import { Type, type Static } from 'typebox';
import {
  count,
  flag,
  id,
  maybe,
  nullable,
  object,
  openObject,
  text,
  timestamp,
} from '../kit/schema.ts';

const title = (example: string) => text(200, { minLength: 1, pattern: '\\S', examples: [example] });
const description = () => text(2000, { examples: ['Uso agrícola'] });

export const ProductType = object(
  {
    id: id(),
    name: title('Defensivos'),
    description: nullable(description()),
    active: flag(),
    is_pesticide: flag(),
    subtypes_count: count({ examples: [22] }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'ProductType' },
);
export type ProductType = Static<typeof ProductType>;

/** Product types that a supplier can choose before it has an account. */
export const ProductTypeChoices = object(
  {
    data: Type.Array(
      object({ id: id(), name: title('Defensivos') }, { title: 'ProductTypeChoice' }),
    ),
  },
  { title: 'ProductTypeChoices' },
);
export type ProductTypeChoices = Static<typeof ProductTypeChoices>;

const typeFields = {
  description: maybe(description()),
  active: Type.Optional(flag()),
  is_pesticide: Type.Optional(flag({ examples: [false] })),
};
export const CreateProductTypeBody = openObject(
  { name: title('Defensivos'), ...typeFields },
  { title: 'CreateProductTypeBody' },
);
export const UpdateProductTypeBody = openObject(
  { name: Type.Optional(title('Defensivos')), ...typeFields },
  { title: 'UpdateProductTypeBody' },
);

export const TypeName = object(
  { id: id(), name: title('Defensivos') },
  { title: 'ProductTypeName' },
);
const SubtypeName = object(
  { id: id(), name: title('Herbicidas') },
  { title: 'ProductSubtypeName' },
);

export const ProductSubtype = object(
  {
    id: id(),
    product_type_id: id(),
    name: title('Herbicidas'),
    description: nullable(description()),
    active: flag(),
    products_count: count({ examples: [120] }),
    type: TypeName,
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'ProductSubtype' },
);
export type ProductSubtype = Static<typeof ProductSubtype>;

const subtypeFields = { description: maybe(description()), active: Type.Optional(flag()) };
export const CreateProductSubtypeBody = openObject(
  { product_type_id: id(), name: title('Herbicidas'), ...subtypeFields },
  { title: 'CreateProductSubtypeBody' },
);
export const UpdateProductSubtypeBody = openObject(
  {
    product_type_id: Type.Optional(id()),
    name: Type.Optional(title('Herbicidas')),
    ...subtypeFields,
  },
  { title: 'UpdateProductSubtypeBody' },
);

const productText = {
  brand: text(300, { examples: ['Roundup Original'] }),
  active_ingredient: text(500, { examples: ['Glifosato-sal de isopropilamina'] }),
  concentration: text(300, { examples: ['480 g/L'] }),
};
const unit = () => text(20, { minLength: 1, examples: ['L'] });

export const Product = object(
  {
    id: id(),
    product_subtype_id: id(),
    name: title('Roundup Original'),
    description: nullable(description()),
    brand: nullable(productText.brand),
    active_ingredient: nullable(productText.active_ingredient),
    concentration: nullable(productText.concentration),
    unit: unit(),
    active: flag(),
    subtype: SubtypeName,
    type: TypeName,
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'Product' },
);
export type Product = Static<typeof Product>;

const productFields = {
  description: maybe(description()),
  brand: maybe(productText.brand),
  active_ingredient: maybe(productText.active_ingredient),
  concentration: maybe(productText.concentration),
  active: Type.Optional(flag()),
};
export const CreateProductBody = openObject(
  { product_subtype_id: id(), name: title('Roundup Original'), unit: unit(), ...productFields },
  { title: 'CreateProductBody' },
);
export const UpdateProductBody = openObject(
  {
    product_subtype_id: Type.Optional(id()),
    name: Type.Optional(title('Roundup Original')),
    unit: Type.Optional(unit()),
    ...productFields,
  },
  { title: 'UpdateProductBody' },
);

export const MeasurementUnit = object(
  {
    id: id(),
    symbol: text(20, { examples: ['L'] }),
    name: title('litro'),
    active: flag(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'MeasurementUnit' },
);
export type MeasurementUnit = Static<typeof MeasurementUnit>;

/**
 * A unit symbol as it is written in the field (`kg`, `mL`, `sc`); two symbols that differ only in
 * case are the same.
 */
const symbol = () =>
  Type.String({
    minLength: 1,
    maxLength: 20,
    pattern: '^[A-Za-z0-9][A-Za-z0-9/ %.²³]*$',
    examples: ['sc'],
  });
export const CreateMeasurementUnitBody = object(
  { symbol: symbol(), name: title('litro'), active: Type.Optional(flag()) },
  { title: 'CreateMeasurementUnitBody' },
);
export const UpdateMeasurementUnitBody = object(
  {
    symbol: Type.Optional(symbol()),
    name: Type.Optional(title('litro')),
    active: Type.Optional(flag()),
  },
  { title: 'UpdateMeasurementUnitBody' },
);

/** The product as orders and proposals embed it. */
export const ProductSummary = object(
  {
    id: id(),
    name: title('Roundup Original'),
    brand: nullable(productText.brand),
    active_ingredient: nullable(productText.active_ingredient),
    concentration: nullable(productText.concentration),
    unit: unit(),
  },
  { title: 'ProductSummary' },
);
export type ProductSummary = Static<typeof ProductSummary>;

/** For each type the product by which an order asks for what the catalogue lacks. */
export const UnlistedProducts = object(
  {
    data: Type.Array(
      object({ type: TypeName, product: ProductSummary }, { title: 'UnlistedProduct' }),
    ),
  },
  { title: 'UnlistedProducts' },
);
export type UnlistedProducts = Static<typeof UnlistedProducts>;

/** The orderable products of several searches, in the order of the searches. */
export const ProductLookup = object(
  {
    data: Type.Array(object({ name: text(100), products: Type.Array(ProductSummary) }), {
      maxItems: 30,
    }),
  },
  { title: 'ProductLookup' },
);
export type ProductLookup = Static<typeof ProductLookup>;
