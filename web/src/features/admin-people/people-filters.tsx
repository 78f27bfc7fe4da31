import type { ReactNode } from 'react';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { given, readChoice, type ListState } from '../admin-kit/list-state.ts';

const shown = ['active', 'inactive', 'inativo', 'bloqueado'] as const;
const labels = { active: 'Ativos', inactive: 'Todos os não ativos', inativo: 'Inativos', bloqueado: 'Bloqueados' } as const;

/** What lists of people sort by, and how they begin. */
export const personSorts = ['name', 'email', 'status', 'created_at'] as const;
export const newestFirst = { field: 'created_at', descending: true } as const;
export const peopleFilterNames = ['situacao', 'excluidos'] as const;

/** The filter every list of people has, as the service takes it. */
export const peopleWanted = (search: ListState<string>['search']) => given({ status: readChoice(search['situacao'], shown), with_deleted: search['excluidos'] === 1 ? true : undefined });

/** Status and whether the deleted ones are there too. */
export function PeopleFilters({ state: { search, filter }, children }: { readonly state: Pick<ListState<string>, 'search' | 'filter'>; readonly children?: ReactNode }) {
  const { status, with_deleted } = peopleWanted(search);
  return (
    <>
      {children}
      <SelectField label="Situação" placeholder="Todas" value={status ?? ''} options={shown.map((one) => [one, labels[one]])} onChange={(situacao) => filter({ situacao: situacao || undefined })} />
      <CheckField label="Incluir excluídos" checked={with_deleted === true} onChange={(on) => filter({ excluidos: on ? 1 : undefined })} />
    </>
  );
}
