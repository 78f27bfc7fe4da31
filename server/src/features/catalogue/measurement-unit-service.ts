import type { Static } from 'typebox';
import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateMeasurementUnitBody,
  MeasurementUnit,
  UpdateMeasurementUnitBody,
} from '@lavra/contract/catalogue/schemas';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  beforeOf,
  changesOf,
  refusingReferenced,
  refusingTaken,
  tidyName,
} from './catalogue-changes.ts';
import { findMeasurementUnit } from './measurement-unit-queries.ts';

const resourceType = 'measurement_unit';
const stored = ['symbol', 'name', 'active'] as const;
/** The symbols that the API's specification names: they always exist. */
const fixedSymbols: ReadonlySet<string> = new Set(['L', 'KG', 'UN']);

/** Creates a measurement unit. */
export const createMeasurementUnit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: Static<typeof CreateMeasurementUnitBody>,
): Promise<MeasurementUnit> =>
  refusingTaken(
    command(request, async (uow) => {
      const fields = {
        symbol: tidySymbol(body.symbol),
        name: tidyName(body.name),
        active: body.active ?? true,
      };
      const { id } = await uow.db.q
        .insertInto('measurement_units')
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: fields });
      return getMeasurementUnit(uow.db, id);
    }),
  );

/**
 * Changes the sent fields of a unit; a new symbol reaches products and order items. Throws
 * `unit_fixed` for the symbol of one that always exists.
 */
export const updateMeasurementUnit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  body: Static<typeof UpdateMeasurementUnitBody>,
): Promise<MeasurementUnit> =>
  refusingTaken(
    command(request, async (uow) => {
      // A new symbol cascades to products and order items. Their writers lock the unit first,
      // so there is no deadlock.
      const before = await uow.db.q
        .selectFrom('measurement_units')
        .select(stored)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      const changes = changesOf(before, {
        symbol: body.symbol === undefined ? undefined : tidySymbol(body.symbol),
        name: body.name === undefined ? undefined : tidyName(body.name),
        active: body.active,
      });
      if (changes.symbol !== undefined && fixedSymbols.has(before.symbol))
        throw new RuleError('unit_fixed');
      if (Object.keys(changes).length > 0) {
        await uow.db.q
          .updateTable('measurement_units')
          .set({ ...changes, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        uow.audit({
          action: 'updated',
          resourceType,
          resourceId: id,
          oldValues: beforeOf(before, changes),
          newValues: changes,
        });
      }
      return getMeasurementUnit(uow.db, id);
    }),
  );

/** Deletes a unit that is not in use. Throws `unit_in_use` and `unit_fixed`. */
export const deleteMeasurementUnit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  refusingReferenced(
    'unit_in_use',
    command(request, async (uow) => {
      const unit = await getMeasurementUnit(uow.db, id);
      if (fixedSymbols.has(unit.symbol)) throw new RuleError('unit_fixed');
      // Checked without a lock first: the foreign key's own check would wait for a draft that
      // is being rewritten.
      if (await isUsed(uow.db, unit.symbol)) throw new RuleError('unit_in_use');
      const before = await uow.db.q
        .deleteFrom('measurement_units')
        .where('id', '=', id)
        .returning(stored)
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: before });
      return { message: 'Unidade de medida excluída.' };
    }),
  );

const tidySymbol = (symbol: string): string => symbol.trim().replaceAll(/ +/g, ' ');

async function isUsed(db: Db, symbol: string): Promise<boolean> {
  const [product, item] = [
    await db.q
      .selectFrom('products')
      .select('id')
      .where('unit', '=', symbol)
      .limit(1)
      .executeTakeFirst(),
    await db.q
      .selectFrom('order_items')
      .select('id')
      .where('unit', '=', symbol)
      .limit(1)
      .executeTakeFirst(),
  ];
  return product !== undefined || item !== undefined;
}

async function getMeasurementUnit(db: Db, id: number): Promise<MeasurementUnit> {
  const unit = await findMeasurementUnit(db, id);
  if (unit === undefined) throw new RuleError('not_found');
  return unit;
}
