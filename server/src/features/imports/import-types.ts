import type { ImportTypeName } from '@lavra/contract/admin/import';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { ImportType } from './import-type.ts';
import type { ImportQueues } from './import-queues.ts';
import { ordersImport } from './orders/orders-import.ts';
import { peopleImports } from './people/people-import.ts';
import { productsImport } from './products/products-import.ts';
import { proposalsImport } from './proposals/proposals-import.ts';

/** The import types by name. */
export type ImportTypes = Readonly<Record<ImportTypeName, ImportType>>;

/** What the use cases of imports share. */
export interface ImportParts {
  readonly types: ImportTypes;
  /** Seals the passwords of a file. */
  readonly sealer: Sealer;
  readonly queues: ImportQueues;
}

/** Puts the import types together; those of people queue the mails of first links. */
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
