import { randomUUIDv7 } from 'node:crypto';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import { buildProduct, type TestProduct } from './catalogue.ts';
import { searchColumnsOf } from '../src/features/orders/supplier-search.ts';
import { SORRISO } from './people.ts';
import { nextOrdinal } from './ordinals.ts';
import type { TestService } from './service.ts';

export interface TestOrderItem {
  readonly id: number;
  readonly productId: number;
  readonly quantity: string;
}
export interface TestOrder {
  readonly id: number;
  readonly uuid: string;
  readonly number: string;
  readonly items: readonly TestOrderItem[];
}

export interface OrderFields {
  readonly producerId: number;
  readonly status?: OrderStatus;
  readonly deadline?: string;
  readonly delivery?: string;
  readonly closure?: ClosureType;
  readonly description?: string;
  readonly cityId?: number | null;
  readonly writtenBy?: number;
  readonly publishAt?: Date;
  readonly approvedAt?: Date;
  /** Suspended on purpose (true), or along with its owner. */
  readonly suspended?: boolean | 'with owner';
  readonly createdAt?: Date;
  /** One new product in quantity 100 by default. */
  readonly items?: readonly {
    readonly product: Pick<TestProduct, 'id' | 'unit' | 'typeId'>;
    readonly quantity?: string;
    readonly notes?: string;
    /** True by default. */
    readonly allowSimilar?: boolean;
  }[];
}

/**
 * Inserts an order directly into the database, in any status; by default it is delivered to
 * Sorriso/MT in ten years.
 */
export async function buildOrder(service: TestService, fields: OrderFields): Promise<TestOrder> {
  const ordinal = nextOrdinal(service, 'order');
  const items = fields.items ?? [{ product: await buildProduct(service) }];
  const now = fields.createdAt ?? service.app.platform.clock.now();
  const status = fields.status ?? 'publicada';
  const description = fields.description ?? `Insumos ${ordinal}`;
  const order = await service.db.q
    .insertInto('orders')
    .values({
      uuid: randomUUIDv7(),
      number: `COT-1999-${String(ordinal).padStart(6, '0')}`,
      producer_id: fields.producerId,
      written_by: fields.writtenBy ?? null,
      status,
      closure_type: fields.closure ?? 'aberta',
      description,
      ...(await searchColumnsOf(description)),
      deadline_date: fields.deadline ?? '2036-12-15',
      delivery_date: fields.delivery ?? null,
      delivery_city_id: fields.cityId === undefined ? SORRISO : fields.cityId,
      publish_at: fields.publishAt ?? null,
      approved_at: fields.approvedAt ?? null,
      published_at: ['rascunho', 'pendente'].includes(status) ? null : now,
      suspended_at: fields.suspended === undefined || fields.suspended === false ? null : now,
      owner_suspended_at: fields.suspended === 'with owner' ? now : null,
      items_count: items.length,
      product_type_ids: [...new Set(items.map(({ product }) => product.typeId))].toSorted(
        (a, b) => a - b,
      ),
      product_ids: [...new Set(items.map(({ product }) => product.id))].toSorted((a, b) => a - b),
      has_pesticide: false,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'uuid', 'number'])
    .executeTakeFirstOrThrow();
  const rows =
    items.length === 0
      ? []
      : await service.db.q
          .insertInto('order_items')
          .values(
            items.map(({ product, quantity, notes, allowSimilar = true }, index) => ({
              order_id: order.id,
              position: index + 1,
              product_id: product.id,
              quantity: quantity ?? '100',
              unit: product.unit,
              notes: notes ?? null,
              allow_similar: allowSimilar,
            })),
          )
          .returning(['id', 'product_id', 'quantity'])
          .execute();
  return {
    ...order,
    items: rows.map(({ id, product_id, quantity }) => ({ id, productId: product_id, quantity })),
  };
}
