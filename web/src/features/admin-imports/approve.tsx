import { Button } from '@mantine/core';
import type { ImportRecord } from '@lavra/contract/admin/import';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { countOf, formatCount } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';
import styles from './imports.module.css';

type Extent = 'all' | 'partial';

interface ApproveProps {
  readonly record: ImportRecord;
  /** How many cells were corrected and not checked since. */
  readonly unchecked: number;
}

const wereNotChecked = (count: number): string =>
  count === 1
    ? 'A célula que você corrigiu ainda não foi conferida'
    : `As ${formatCount(count)} células que você corrigiu ainda não foram conferidas`;

/** Shows what was found in the file, and stores all of it, or only the rows without errors. */
export function Approve({ record, unchecked }: ApproveProps) {
  const { summary } = record;
  const mayImport = useMay('imports.create');
  const [how, setHow] = useState<Extent>('all');
  const [asking, setAsking] = useState(false);
  const hasErrors = summary.invalid > 0;
  const isReady = summary.valid > 0 && (!hasErrors || how === 'partial');
  return (
    <Card
      title={`${countOf(summary.total, ['linha', 'linhas'])}: ${countOf(summary.valid, ['pronta', 'prontas'], 'nenhuma pronta')}, ${countOf(summary.invalid, ['com erro', 'com erro'], 'nenhuma com erro')}`}
    >
      {mayImport && hasErrors && summary.valid > 0 && (
        <ExtentField summary={summary} how={how} onChange={setHow} />
      )}
      {mayImport && isReady && unchecked > 0 && (
        <p>{wereNotChecked(unchecked)}: confira de novo antes de importar.</p>
      )}
      <div className={styles['line']}>
        {mayImport && isReady && unchecked === 0 && (
          <Button onClick={() => setAsking(true)}>
            Importar {countOf(summary.valid, ['linha', 'linhas'])}
          </Button>
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
      {asking && <ImportDialog record={record} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface ExtentFieldProps {
  readonly summary: ImportRecord['summary'];
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
  readonly onClose: () => void;
}

/** Stores the rows without errors, once. */
function ImportDialog({ record, onClose }: ImportDialogProps) {
  const { import_id, filename, summary, type_label: type } = record;
  const process = useChange('processImport');
  const idempotencyKey = useOperationKey();
  const hasErrors = summary.invalid > 0;
  return (
    <ConfirmDialog
      title="Importar?"
      action={`Importar ${countOf(summary.valid, ['linha', 'linhas'])}`}
      onClose={onClose}
      body={
        <p>
          <strong>{filename}</strong>: {countOf(summary.valid, ['linha', 'linhas'])} de{' '}
          {type.toLowerCase()} {summary.valid === 1 ? 'será gravada' : 'serão gravadas'}
          {hasErrors &&
            `, e ${countOf(summary.invalid, ['com erro fica', 'com erro ficam'])} de fora`}
          . O que já existe não muda. Essa ação não poderá ser desfeita.
        </p>
      }
      run={() =>
        process.mutateAsync({ body: { import_id, allow_partial: hasErrors }, idempotencyKey })
      }
    />
  );
}
