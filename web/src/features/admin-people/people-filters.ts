import { check, choice } from '../admin-kit/filters.ts';

/** The fields that lists of people sort by, and their initial sort. */
export const personSorts = ['name', 'email', 'status', 'created_at'] as const;
export const newestFirst = { field: 'created_at', descending: true } as const;

/** The filters of every list of people: status, and whether deleted ones are included. */
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
