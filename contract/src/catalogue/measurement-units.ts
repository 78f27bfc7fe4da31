import { Type } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import { flag, object, pageOf, pageQuery, searchQuery, sortQuery } from '../kit/schema.ts';
import {
  CreateMeasurementUnitBody,
  MeasurementUnit,
  UpdateMeasurementUnitBody,
} from './schemas.ts';

const tag = 'Catálogo';
const everyone = { profiles: 'any' } as const;
const may = <const A extends 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `products.${action}` }) as const;
const byId = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) });

export const listMeasurementUnits = endpoint({
  id: 'listMeasurementUnits',
  method: 'GET',
  path: '/api/v1/admin/measurement-units',
  tag,
  origin: 'own',
  access: everyone,
  summary: 'Unidades de medida',
  query: object({
    ...searchQuery,
    ...pageQuery,
    active: Type.Optional(flag()),
    ...sortQuery(['name', 'created_at'] as const),
  }),
  reads: ['measurement_units'],
  reply: pageOf(MeasurementUnit, 'MeasurementUnitPage'),
});
export const createMeasurementUnit = endpoint({
  id: 'createMeasurementUnit',
  method: 'POST',
  path: '/api/v1/admin/measurement-units',
  tag,
  origin: 'own',
  access: may('create'),
  summary: 'Criar unidade de medida',
  body: CreateMeasurementUnitBody,
  outdates: ['measurement_units'],
  reply: MeasurementUnit,
});
export const getMeasurementUnit = endpoint({
  id: 'getMeasurementUnit',
  method: 'GET',
  path: '/api/v1/admin/measurement-units/:id',
  tag,
  origin: 'own',
  access: everyone,
  subject: 'measurement_unit',
  summary: 'Unidade de medida',
  params: byId,
  reply: MeasurementUnit,
});
export const updateMeasurementUnit = endpoint({
  id: 'updateMeasurementUnit',
  method: 'PUT',
  path: '/api/v1/admin/measurement-units/:id',
  tag,
  origin: 'own',
  access: may('edit'),
  subject: 'measurement_unit',
  summary: 'Alterar unidade de medida',
  params: byId,
  body: UpdateMeasurementUnitBody,
  outdates: ['measurement_units'],
  reply: MeasurementUnit,
});
export const deleteMeasurementUnit = endpoint({
  id: 'deleteMeasurementUnit',
  method: 'DELETE',
  path: '/api/v1/admin/measurement-units/:id',
  tag,
  origin: 'own',
  access: may('delete'),
  subject: 'measurement_unit',
  summary: 'Excluir unidade nunca usada',
  params: byId,
  outdates: ['measurement_units'],
  reply: Message,
  errors: [422],
});

export const measurementUnitEndpoints = [
  listMeasurementUnits,
  createMeasurementUnit,
  getMeasurementUnit,
  updateMeasurementUnit,
  deleteMeasurementUnit,
];
