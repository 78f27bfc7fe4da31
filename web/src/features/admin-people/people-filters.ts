import { check, choice } from '../admin-kit/filters.ts';

/** What lists of people sort by, and how they begin. */
export const personSorts = ['name', 'email', 'status', 'created_at'] as const;
export const newestFirst = { field: 'created_at', descending: true } as const;

/** Status and whether the deleted ones are there too: the filters every list of people has. */
export const personFilters = {
  status: choice(
    'situacao',
    'Situação',
    [
      ['active', 'Ativos'],
      ['inactive', 'Todos os não ativos'],
      ['inativo', 'Inativos'],
      ['bloqueado', 'Bloqueados'],
    ],
    { all: 'Todas' },
  ),
  with_deleted: check('excluidos', 'Incluir excluídos'),
} as const;
