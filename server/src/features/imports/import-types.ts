import type { ImportTypeName } from '@lavra/contract/admin/import';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { ImportType } from './import-type.ts';
import { ordersImport } from './orders/orders-import.ts';
import { peopleImports } from './people/people-import.ts';
import { productsImport } from './products/products-import.ts';
import { proposalsImport } from './proposals/proposals-import.ts';

/** The import types by name. */
export type ImportTypes = Readonly<Record<ImportTypeName, ImportType>>;

export function createImportTypes(queueMails: MailOutbox['queueMails']): ImportTypes {
  const { producers, suppliers, consultants } = peopleImports(queueMails);
  return {
    producers,
    suppliers,
    consultants,
    products: productsImport,
    orders: ordersImport,
    proposals: proposalsImport,
  };
}

export const importTypeLabels: Readonly<Record<ImportTypeName, string>> = {
  producers: 'Produtores',
  suppliers: 'Fornecedores',
  consultants: 'Consultores',
  products: 'Produtos',
  orders: 'Cotações',
  proposals: 'Propostas',
};
