import type { ImportState, ImportTypeName } from '@lavra/contract/admin/import';
import type { ChipTone } from '../../ui/chip.tsx';

export const typeLabels: Readonly<Record<ImportTypeName, string>> = {
  producers: 'Produtores',
  suppliers: 'Fornecedores',
  consultants: 'Consultores',
  products: 'Produtos',
  orders: 'Cotações',
  proposals: 'Propostas',
};
// the keys of the record above
export const importTypes = Object.keys(typeLabels) as ImportTypeName[];

export const stateTones: Readonly<Record<ImportState, ChipTone>> = {
  previewed: 'info',
  processing: 'warn',
  completed: 'good',
  failed: 'danger',
};

/** What a file of each kind creates. */
export const typeHints: Readonly<Record<ImportTypeName, string>> = {
  producers: 'Cria o usuário e o cadastro.',
  suppliers: 'Com endereço, CNPJ e área de entrega.',
  consultants: 'Convidados por e-mail a ativar a conta.',
  products: 'Tipos e subtipos precisam existir.',
  orders: 'Uma linha por item.',
  proposals: 'De cotações que já existem.',
};

export const steps = ['Modelo', 'Arquivo', 'Conferência', 'Importação', 'Resultado'] as const;

export const MAX_BYTES = 10 * 1024 * 1024;
