import { Link } from '@tanstack/react-router';
import type { UserStatus } from '@lavra/domain/account/user-status';
import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import type { Column } from '../../lists/data-table.tsx';
import { formatDate } from '../../text/dates.ts';
import { maskPhone } from '../../text/masks.ts';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import kit from '../admin-kit/kit.module.css';

/** The fields of a person's record in every list. */
export interface PersonRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly document_type: DocumentType | null;
  readonly document: string | null;
  readonly status: UserStatus;
  readonly status_label: string;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

const tones: Readonly<Record<UserStatus, ChipTone>> = {
  ativo: 'good',
  inativo: 'plain',
  bloqueado: 'danger',
};

/** Shows whether a person may log in, or was deleted. */
export const StatusChip = ({
  person: { status, status_label, deleted_at },
}: {
  readonly person: Pick<PersonRow, 'status' | 'status_label' | 'deleted_at'>;
}) =>
  deleted_at === null ? (
    <Chip tone={tones[status]}>{status_label}</Chip>
  ) : (
    <Chip tone="danger">Excluído</Chip>
  );

/** Returns a document with its mask. */
export const documentText = ({
  document_type,
  document,
}: Pick<PersonRow, 'document_type' | 'document'>): string =>
  document_type === null || document === null ? '–' : formatDocument(document_type, document);

/** Returns the preferred phone number. */
const phoneText = ({ mobile, phone }: Pick<PersonRow, 'mobile' | 'phone'>): string => {
  const number = mobile ?? phone;
  return number === null ? '–' : maskPhone(number);
};

export const nameColumn = (pathOf: (id: string) => string): Column<PersonRow> => ({
  name: 'name',
  label: 'Nome',
  bare: true,
  sort: 'name',
  cell: ({ uuid, name, email }) => (
    <span className={kit['stack']}>
      <Link to={pathOf(uuid)} data-row-link>
        {name}
      </Link>
      <small>{email}</small>
    </span>
  ),
});
export const documentColumn: Column<PersonRow> = {
  name: 'document',
  label: 'CPF/CNPJ',
  cell: (person) => <span className="lv-number">{documentText(person)}</span>,
};
export const phoneColumn: Column<PersonRow> = {
  name: 'phone',
  label: 'Telefone',
  cell: (person) => <span className="lv-number">{phoneText(person)}</span>,
};
export const statusColumn: Column<PersonRow> = {
  name: 'status',
  label: 'Situação',
  sort: 'status',
  cell: (person) => <StatusChip person={person} />,
};
export const createdColumn: Column<PersonRow> = {
  name: 'created',
  label: 'Cadastro',
  sort: 'created_at',
  cell: ({ created_at }) => formatDate(created_at),
};
export const placeColumn: Column<{ readonly city: string | null; readonly state: string | null }> =
  {
    name: 'place',
    label: 'Município',
    cell: ({ city, state }) => (city === null ? '–' : `${city}/${state}`),
  };
