import { Type } from 'typebox';
import { oneOf } from './schema.ts';

/** The formats in which the service gives and takes tables. */
export const sheetFormats = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

export const sheetMediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>;

/** The media types of a table in a reply, the usual one first. */
export const sheetFiles = [sheetMediaTypes.csv, sheetMediaTypes.xlsx] as const;

/** The media types of a table that people send. */
export const sheetUploads = ['text/csv', sheetMediaTypes.xlsx] as const;

/** The query's choice of a format. */
export const sheetFormat = () =>
  Type.Optional(
    oneOf(sheetFormats, {
      examples: ['xlsx'],
      description: 'O formato da planilha; csv quando falta',
    }),
  );
