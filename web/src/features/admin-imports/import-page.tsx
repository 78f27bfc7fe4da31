import { Button } from '@mantine/core';
import type { ImportGridRow, ImportRecord } from '@lavra/contract/admin/import';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDownload } from '../../data/use-download.ts';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { readNumber, readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, Notice, QueryView } from '../../ui/states.tsx';
import { useMay } from '../../runtime/context.tsx';
import { Approve } from './approve.tsx';
import { CorrectionGrid } from './correction-grid.tsx';
import styles from './imports.module.css';
import { Progress, Steps } from './steps.tsx';
import { useCorrections, type Corrections } from './use-corrections.ts';

const shown = ['todas', 'success', 'error'] as const;

type Shown = (typeof shown)[number];

/** Reads an import, again and again while it is being processed. */
function useImport(id: string, status: Shown, page: number) {
  const record = useRead(
    'getImport',
    {
      params: { import_id: id },
      query: { page, per_page: 25, ...(status === 'todas' ? {} : { status }) },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  const { state } = record.data ?? {};
  const { refetch } = record;
  useEffect(() => {
    if (state !== 'processing') return undefined;
    const timer = setInterval(() => {
      void refetch();
    }, 1_500);
    return () => clearInterval(timer);
  }, [state, refetch]);
  return record;
}

/**
 * One import by the id in the address: its rows, its approval, its progress and its result;
 * reloading the page keeps its state.
 */
export function ImportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <ImportOf key={id} id={id} />;
}

export function ImportOf({ id }: { readonly id: string }) {
  const [search] = useAddress();
  const status = readWord(search['linhas'], shown, 'todas');
  const record = useImport(id, status, readNumber(search['pagina'], 1));
  // Here, so that no page of rows that cannot be read takes them along.
  const corrections = useCorrections(id, record.data);
  return (
    <Page
      title={record.data?.filename ?? 'Importação'}
      lead={
        record.data === undefined
          ? ''
          : `${record.data.type_label}, enviada em ${formatDateTime(record.data.created_at)}${record.data.requested_by === null ? '' : ` por ${record.data.requested_by.name}`}`
      }
      trail={[{ label: 'Importação', to: adminPaths.imports }]}
    >
      <QueryView
        query={record}
        skeleton={
          <Card>
            <Loading lines={10} />
          </Card>
        }
      >
        {(data) => <ImportDetails record={data} status={status} corrections={corrections} />}
      </QueryView>
    </Page>
  );
}

const stepOf = { previewed: 2, processing: 3, completed: 5, failed: 4 } as const;

interface ImportDetailsProps {
  readonly record: ImportRecord;
  /** Which rows are shown. */
  readonly status: Shown;
  readonly corrections: Corrections;
}

function ImportDetails({ record, status, corrections }: ImportDetailsProps) {
  const isPreview = record.state === 'previewed';
  return (
    <>
      <LeaveGuard
        when={isPreview && corrections.count > 0}
        title="Sair sem conferir?"
        body="O que você corrigiu nesta página ainda não foi conferido. Fica guardado neste aparelho."
        action="Sair sem conferir"
      />
      <Steps at={stepOf[record.state]} />
      {record.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <p>{warning}</p>
        </Notice>
      ))}
      {isPreview && <Approve record={record} unchecked={corrections.count} />}
      {record.state === 'processing' && <Processing record={record} />}
      <Outcome record={record} />
      <RowsChoice record={record} status={status} />
      <Card flush>
        {record.rows.length === 0 ? (
          <p style={{ padding: 20 }}>{noRows(record, status)}</p>
        ) : (
          <ImportRows record={record} corrections={corrections} />
        )}
      </Card>
    </>
  );
}

const Processing = ({ record: { progress } }: { readonly record: ImportRecord }) => (
  <Card title="Importando">
    <Progress
      label={`${formatCount(progress.processed)} de ${countOf(progress.total, ['linha', 'linhas'])}, ${progress.percent}%`}
      percent={progress.percent}
    />
    <p>Você pode sair desta página: a importação continua, e este endereço mostra como ela anda.</p>
  </Card>
);

function RowsChoice({ record, status }: Omit<ImportDetailsProps, 'corrections'>) {
  const [, change] = useAddress();
  const { summary } = record;
  const options = [
    ['todas', `Todas (${formatCount(summary.total)})`],
    ['success', `Sem erro (${formatCount(summary.valid)})`],
    ['error', `Com erro (${formatCount(summary.invalid)})`],
  ] as const;
  return (
    <div className={styles['line']}>
      <Chips
        label="Linhas"
        value={status}
        options={options}
        onChange={(linhas) =>
          change({ linhas: linhas === 'todas' ? undefined : linhas, pagina: undefined })
        }
      />
      {summary.invalid > 0 && <ErrorsButton record={record} />}
    </div>
  );
}

function noRows({ state }: ImportRecord, status: Shown): string {
  if (status === 'error') return 'Nenhuma linha com erro.';
  return state === 'previewed'
    ? 'Nenhuma linha sem erro.'
    : 'As linhas desta planilha não são mais guardadas.';
}

interface ImportRowsProps {
  readonly record: ImportRecord;
  readonly corrections: Corrections;
}

/** A page of rows: to be corrected while nothing is stored, to be read afterwards. */
function ImportRows({ record, corrections }: ImportRowsProps) {
  const [, change] = useAddress();
  const mayImport = useMay('imports.create');
  return (
    <>
      {record.state === 'previewed' && mayImport ? (
        <CorrectionGrid record={record} corrections={corrections} />
      ) : (
        <DataTable
          caption="Linhas da planilha"
          columns={columnsOf(record)}
          rows={record.rows}
          keyOf={({ row }) => row}
        />
      )}
      <Paging meta={record.meta} onPage={(pagina) => change({ pagina })} />
    </>
  );
}

/** The pages that show the records an import created. */
const pathsOf: Readonly<Partial<Record<ImportRecord['type'], string>>> = {
  producers: adminPaths.producers,
  suppliers: adminPaths.suppliers,
  consultants: adminPaths.consultants,
  products: adminPaths.products,
  orders: adminPaths.orders,
  proposals: adminPaths.proposals,
};

function Outcome({ record }: { readonly record: ImportRecord }) {
  if (record.state === 'failed') return <Failure record={record} />;
  return record.state === 'completed' ? <Created record={record} /> : null;
}

const Failure = ({ record }: { readonly record: ImportRecord }) => (
  <Notice tone="danger" title="Nada foi gravado" role="status">
    <p>{record.failure ?? 'A importação não se concluiu.'}</p>
    <p>
      Corrija a planilha e{' '}
      <Link to={adminPaths.newImport} search={{ tipo: record.type }}>
        envie-a de novo
      </Link>
      .
    </p>
  </Notice>
);

/** What an import created, what it skipped, and the way to both. */
function Created({ record }: { readonly record: ImportRecord }) {
  const path = pathsOf[record.type];
  return (
    <Notice
      tone="good"
      title={`Importação concluída: ${countOf(record.created, ['cadastro criado', 'cadastros criados'], 'nenhum cadastro criado')}`}
      role="status"
    >
      <p>
        {record.skipped > 0 &&
          `${countOf(record.skipped, ['já existia e não mudou', 'já existiam e não mudaram'])}. `}
        {record.summary.invalid > 0 &&
          `${countOf(record.summary.invalid, ['linha com erro ficou', 'linhas com erro ficaram'])} de fora. `}
        {path !== undefined && <Link to={path}>Ver {record.type_label.toLowerCase()}</Link>}
      </p>
      {record.summary.invalid > 0 && (
        <p>
          <Link to={adminPaths.newImport} search={{ tipo: record.type }}>
            {record.summary.invalid === 1
              ? 'Enviar a linha corrigida'
              : 'Enviar as linhas corrigidas'}
          </Link>
        </p>
      )}
    </Notice>
  );
}

function ErrorsButton({
  record: { import_id: importId, summary },
}: {
  readonly record: ImportRecord;
}) {
  const { download } = useDownload();
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      className={styles['download']}
      classNames={{ label: styles['downloadLabel'] }}
      leftSection={<DownloadIcon size={18} />}
      onClick={() =>
        download('getImportErrors', { import_id: importId }, `linhas-com-erro.${format}`, {
          query: { format },
        })
      }
    >
      {summary.invalid === 1
        ? `Baixar a linha com erro (.${format})`
        : `Baixar as ${formatCount(summary.invalid)} linhas com erro (.${format})`}
    </Button>
  ));
}

/** Returns what became of a row, or what is to become of it. */
const statusLabel = ({ status, action }: ImportGridRow, state: ImportRecord['state']): string => {
  if (status === 'error') return 'Com erro';
  if (action === 'skip') return 'Já existe';
  return state === 'completed' ? 'Importada' : 'Pronta';
};

const columnsOf = ({ columns, state }: ImportRecord): readonly Column<ImportGridRow>[] => [
  { name: 'row', label: 'Linha', align: 'right', cell: ({ row }) => formatCount(row) },
  {
    name: 'status',
    label: 'Situação',
    cell: (row) => (
      <Chip tone={row.status === 'error' ? 'danger' : row.action === 'skip' ? 'plain' : 'good'}>
        {statusLabel(row, state)}
      </Chip>
    ),
  },
  {
    name: 'data',
    label: 'O que diz',
    cell: ({ cells }) => (
      <span className={styles['data']}>
        {columns
          .flatMap(({ name, secret }) => (secret ? [] : [cells[name] ?? '']))
          .filter((value) => value !== '')
          .join(' · ')}
      </span>
    ),
  },
  {
    name: 'messages',
    label: 'Mensagens',
    cell: ({ errors, warnings }) => (
      <ul className={styles['messages']}>
        {errors.map((error) => (
          <li key={error} data-tone="danger">
            {error}
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={warning} data-tone="warn">
            {warning}
          </li>
        ))}
      </ul>
    ),
  },
];
