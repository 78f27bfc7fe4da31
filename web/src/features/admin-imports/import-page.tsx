import { Button } from '@mantine/core';
import type { ImportRecord, ImportRow } from '@lavra/contract/admin/import';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDownload } from '../../data/use-download.ts';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { readNumber, readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, Notice, QueryView } from '../../ui/states.tsx';
import { Approve } from './approve.tsx';
import styles from './imports.module.css';
import { Progress, Steps } from './steps.tsx';

const shown = ['todas', 'success', 'error'] as const;

/**
 * One import by the id in the address: its rows, its approval, its progress and its result;
 * reloading the page keeps its state.
 */
export function ImportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [search] = useAddress();
  const status = readWord(search['linhas'], shown, 'todas');
  const input = {
    params: { import_id: id },
    query: {
      page: readNumber(search['pagina'], 1),
      per_page: 25,
      ...(status === 'todas' ? {} : { status }),
    },
  };
  const sheet = useRead('getImport', input, { keepPrevious: true, staleTime: 0 });
  const { state } = sheet.data ?? {};
  const { refetch } = sheet;
  useEffect(() => {
    if (state !== 'processing') return undefined;
    const timer = setInterval(() => {
      void refetch();
    }, 1_500);
    return () => clearInterval(timer);
  }, [state, refetch]);
  return (
    <Page
      title={sheet.data?.filename ?? 'Importação'}
      lead={
        sheet.data === undefined
          ? undefined
          : `${sheet.data.type_label}, enviada em ${formatDateTime(sheet.data.created_at)}${sheet.data.requested_by === null ? '' : ` por ${sheet.data.requested_by.name}`}`
      }
      trail={[{ label: 'Importação', to: adminPaths.imports }]}
    >
      <QueryView
        query={sheet}
        skeleton={
          <Card>
            <Loading lines={10} />
          </Card>
        }
      >
        {(data) => <Sheet sheet={data} status={status} />}
      </QueryView>
    </Page>
  );
}

const stepOf = { previewed: 2, processing: 3, completed: 5, failed: 4 } as const;

function Sheet({
  sheet,
  status,
}: {
  readonly sheet: ImportRecord;
  readonly status: (typeof shown)[number];
}) {
  const [, change] = useAddress();
  const { summary } = sheet;
  const options = [
    ['todas', `Todas (${formatCount(summary.total)})`],
    ['success', `Prontas (${formatCount(summary.valid)})`],
    ['error', `Com erro (${formatCount(summary.invalid)})`],
  ] as const;
  return (
    <>
      <Steps at={stepOf[sheet.state]} />
      {sheet.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <p>{warning}</p>
        </Notice>
      ))}
      {sheet.state === 'previewed' && <Approve sheet={sheet} />}
      {sheet.state === 'processing' && (
        <Card title="Importando">
          <Progress
            label={`${formatCount(sheet.progress.processed)} de ${countOf(sheet.progress.total, ['linha', 'linhas'])}, ${sheet.progress.percent}%`}
            percent={sheet.progress.percent}
          />
          <p>
            Você pode sair desta página: a importação continua, e este endereço mostra como ela
            anda.
          </p>
        </Card>
      )}
      <Outcome sheet={sheet} />
      <div className={styles['line']}>
        <Chips
          label="Linhas"
          value={status}
          options={options}
          onChange={(linhas) =>
            change({ linhas: linhas === 'todas' ? undefined : linhas, pagina: undefined })
          }
        />
        {summary.invalid > 0 && <ErrorsButton sheet={sheet} />}
      </div>
      <Card flush>
        {sheet.rows.length === 0 ? (
          <p style={{ padding: 20 }}>
            {status === 'error'
              ? 'Nenhuma linha com erro.'
              : 'As linhas desta planilha não são mais guardadas.'}
          </p>
        ) : (
          <>
            <DataTable
              caption="Linhas da planilha"
              columns={columns}
              rows={sheet.rows}
              keyOf={({ row }) => row}
            />
            <Paging meta={sheet.meta} onPage={(pagina) => change({ pagina })} />
          </>
        )}
      </Card>
    </>
  );
}

/** The pages that show the records an import created. */
const places: Readonly<Partial<Record<ImportRecord['type'], string>>> = {
  producers: adminPaths.producers,
  suppliers: adminPaths.suppliers,
  consultants: adminPaths.consultants,
  products: adminPaths.products,
  orders: adminPaths.orders,
  proposals: adminPaths.proposals,
};

function Outcome({ sheet }: { readonly sheet: ImportRecord }) {
  if (sheet.state === 'failed')
    return (
      <Notice tone="danger" title="Nada foi gravado" role="status">
        <p>{sheet.failure ?? 'A importação não se concluiu.'}</p>
        <p>
          Corrija a planilha e{' '}
          <Link to={adminPaths.newImport} search={{ tipo: sheet.type }}>
            envie-a de novo
          </Link>
          .
        </p>
      </Notice>
    );
  if (sheet.state !== 'completed') return null;
  const place = places[sheet.type];
  return (
    <Notice
      tone="good"
      title={`Importação concluída: ${countOf(sheet.created, ['cadastro criado', 'cadastros criados'], 'nenhum cadastro criado')}`}
      role="status"
    >
      <p>
        {sheet.skipped > 0 &&
          `${countOf(sheet.skipped, ['já existia e não mudou', 'já existiam e não mudaram'])}. `}
        {sheet.summary.invalid > 0 &&
          `${countOf(sheet.summary.invalid, ['linha com erro ficou', 'linhas com erro ficaram'])} de fora. `}
        {place !== undefined && <Link to={place}>Ver {sheet.type_label.toLowerCase()}</Link>}
      </p>
      {sheet.summary.invalid > 0 && (
        <p>
          <Link to={adminPaths.newImport} search={{ tipo: sheet.type }}>
            {sheet.summary.invalid === 1
              ? 'Enviar a linha corrigida'
              : 'Enviar as linhas corrigidas'}
          </Link>
        </p>
      )}
    </Notice>
  );
}

function ErrorsButton({
  sheet: { import_id: importId, summary },
}: {
  readonly sheet: ImportRecord;
}) {
  const { download } = useDownload();
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      onClick={() => download('getImportErrors', { import_id: importId }, 'linhas-com-erro.csv')}
    >
      {summary.invalid === 1
        ? 'Baixar a linha com erro (.csv)'
        : `Baixar as ${formatCount(summary.invalid)} linhas com erro (.csv)`}
    </Button>
  );
}

const columns: readonly Column<ImportRow>[] = [
  { name: 'row', label: 'Linha', align: 'right', cell: ({ row }) => formatCount(row) },
  {
    name: 'status',
    label: 'Situação',
    cell: ({ status, action }) => (
      <Chip tone={status === 'error' ? 'danger' : action === 'skip' ? 'plain' : 'good'}>
        {status === 'error' ? 'Com erro' : action === 'skip' ? 'Já existe' : 'Pronta'}
      </Chip>
    ),
  },
  {
    name: 'data',
    label: 'O que diz',
    cell: ({ data }) => (
      <span className={styles['data']}>
        {Object.values(data)
          .filter((value) => value !== null && value !== '')
          .map((value) => (typeof value === 'boolean' ? (value ? 'sim' : 'não') : String(value)))
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
