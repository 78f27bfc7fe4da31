import { Button } from '@mantine/core';
import type { ImportRecord } from '@lavra/contract/admin/import';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { countOf, formatCount, wordsFor } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';
import styles from './imports.module.css';

type Summary = ImportRecord['summary'];
type Extent = 'all' | 'partial';

/** How many of the rows without errors are imported, and how many exist already. */
interface Importable {
  readonly fresh: number;
  readonly existing: number;
}

interface ApproveProps {
  readonly record: ImportRecord;
  /** How many cells were corrected and not checked since. */
  readonly unchecked: number;
}

const wereNotChecked = (count: number): string =>
  count === 1
    ? 'A célula que você corrigiu ainda não foi conferida'
    : `As ${formatCount(count)} células que você corrigiu ainda não foram conferidas`;

/** Returns how many rows were found, and how they stand. */
function foundRows({ total, invalid }: Summary, { fresh, existing }: Importable): string {
  const good =
    existing === 0
      ? countOf(fresh, ['pronta', 'prontas'], 'nenhuma pronta')
      : `${countOf(fresh, ['pronta', 'prontas'], 'nenhuma nova')}, ${countOf(existing, ['já existe', 'já existem'])}`;
  const wrong = countOf(invalid, ['com erro', 'com erro'], 'nenhuma com erro');
  return `${countOf(total, ['linha', 'linhas'])}: ${good}, ${wrong}`;
}

const storedRows = ({ fresh }: Importable): string => countOf(fresh, ['linha', 'linhas']);

/** Shows what was found in the file, and stores all of it, or only the rows without errors. */
export function Approve({ record, unchecked }: ApproveProps) {
  const { summary } = record;
  const mayImport = useMay('imports.create');
  const importable = { fresh: summary.valid - record.skipped, existing: record.skipped };
  const [how, setHow] = useState<Extent>('all');
  const [asking, setAsking] = useState(false);
  const hasErrors = summary.invalid > 0;
  const hasFresh = importable.fresh > 0;
  const isReady = hasFresh && (!hasErrors || how === 'partial');
  return (
    <Card title={foundRows(summary, importable)}>
      <PassedOver importable={importable} hasErrors={hasErrors} />
      {mayImport && hasErrors && hasFresh && (
        <ExtentField summary={summary} how={how} onChange={setHow} />
      )}
      {mayImport && isReady && unchecked > 0 && (
        <p>{wereNotChecked(unchecked)}: confira de novo antes de importar.</p>
      )}
      <div className={styles['line']}>
        {mayImport && isReady && unchecked === 0 && (
          <Button onClick={() => setAsking(true)}>Importar {storedRows(importable)}</Button>
        )}
        {mayImport && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={adminPaths.newImport} search={{ tipo: record.type }} {...props} />
            )}
          >
            Enviar outra planilha
          </Button>
        )}
      </div>
      {asking && (
        <ImportDialog record={record} importable={importable} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}

interface PassedOverProps {
  readonly importable: Importable;
  readonly hasErrors: boolean;
}

/** How many rows exist already, and whether that leaves anything to import. */
function PassedOver({ importable: { fresh, existing }, hasErrors }: PassedOverProps) {
  if (existing === 0) return null;
  const passed = countOf(existing, [
    'linha já existe e será pulada',
    'linhas já existem e serão puladas',
  ]);
  if (fresh > 0) return <p>{passed}.</p>;
  return (
    <p>
      {passed}.{' '}
      {hasErrors
        ? 'Não há o que importar enquanto houver só linhas com erro.'
        : 'Não há o que importar.'}
    </p>
  );
}

interface ExtentFieldProps {
  readonly summary: Summary;
  readonly how: Extent;
  readonly onChange: (how: Extent) => void;
}

/** What happens with the rows that have errors. */
const ExtentField = ({ summary, how, onChange }: ExtentFieldProps) => (
  <ChoiceField
    legend="O que fazer com as linhas com erro"
    name="how"
    value={how}
    onChange={onChange}
    options={[
      {
        value: 'all',
        label: 'Tudo ou nada',
        hint: 'Corrija abaixo as linhas com erro, ou na planilha.',
      },
      {
        value: 'partial',
        label: 'Importar só as prontas',
        hint: `${countOf(summary.invalid, ['linha fica', 'linhas ficam'])} de fora.`,
      },
    ]}
  />
);

interface ImportDialogProps {
  readonly record: ImportRecord;
  readonly importable: Importable;
  readonly onClose: () => void;
}

const passedOver = ({ existing }: Importable): string =>
  existing === 0
    ? 'O que já existe não muda.'
    : `${countOf(existing, ['já existe e será pulada', 'já existem e serão puladas'])}.`;

/** Stores the rows without errors, once. */
function ImportDialog({ record, importable, onClose }: ImportDialogProps) {
  const { import_id, filename, summary, type_label: type } = record;
  const process = useChange('processImport');
  const idempotencyKey = useOperationKey();
  const hasErrors = summary.invalid > 0;
  return (
    <ConfirmDialog
      title="Importar?"
      action={`Importar ${storedRows(importable)}`}
      onClose={onClose}
      body={
        <p>
          <strong>{filename}</strong>: {storedRows(importable)} de {type.toLowerCase()}{' '}
          {wordsFor(importable.fresh, ['será gravada', 'serão gravadas'])}
          {hasErrors &&
            `, e ${countOf(summary.invalid, ['com erro fica', 'com erro ficam'])} de fora`}
          . {passedOver(importable)} Essa ação não poderá ser desfeita.
        </p>
      }
      run={() =>
        process.mutateAsync({ body: { import_id, allow_partial: hasErrors }, idempotencyKey })
      }
    />
  );
}
