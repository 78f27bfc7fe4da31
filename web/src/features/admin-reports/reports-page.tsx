import { Button, TextInput } from '@mantine/core';
import type { ReportView } from '@lavra/contract/admin/reports';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { saveFile } from '../../api/save-file.ts';
import { useRead } from '../../data/use-api.ts';
import { CheckField, ChoiceField } from '../../forms/fields.tsx';
import { Row } from '../../forms/form.tsx';
import { messageOf, reasonOf } from '../../api/reason-of.ts';
import { readDay, readText, readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { usePortal } from '../../runtime/context.tsx';
import { countOf, formatBytes } from '../../text/decimal.ts';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/states.tsx';
import { readCounted } from './read-counted.ts';

const views = [
  'orders',
  'proposals',
  'producers',
  'suppliers',
  'consultants',
  'purchases',
] as const satisfies readonly ReportView[];
const options = [
  { value: 'orders', label: 'Cotações', hint: 'Pela data da publicação.' },
  { value: 'proposals', label: 'Propostas', hint: 'Pela data do envio, sem rascunhos.' },
  { value: 'producers', label: 'Produtores', hint: 'Pela data do cadastro.' },
  { value: 'suppliers', label: 'Fornecedores', hint: 'Pela data do cadastro.' },
  { value: 'consultants', label: 'Consultores', hint: 'Pela data do cadastro.' },
  { value: 'purchases', label: 'Compras', hint: 'Pela data da compra, uma linha por compra.' },
] as const;

const formats = [
  { format: 'xlsx', label: 'Excel', variant: 'filled' },
  { format: 'csv', label: 'CSV', variant: 'default' },
] as const;

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'loading'; readonly bytes: number }
  | { readonly at: 'done'; readonly text: string }
  | { readonly at: 'refused'; readonly title: string; readonly text: string };

/** Which report of which time the address asks for. */
function useAsked() {
  const [search, change] = useAddress();
  const view = readWord(search['visao'], views, 'orders');
  const from = readDay(search['de']) ?? '';
  const to = readDay(search['ate']) ?? '';
  const withDeleted = readText(search['excluidos']) === 'sim';
  const period = {
    ...(from === '' ? {} : { start_date: from }),
    ...(to === '' ? {} : { end_date: to }),
    ...(withDeleted ? { with_deleted: true } : {}),
  };
  return { view, from, to, withDeleted, period, change };
}

type Asked = ReturnType<typeof useAsked>;

/** Downloads what happened in a period, as spreadsheets. */
export function ReportsPage() {
  const asked = useAsked();
  const { view, from, to, withDeleted, period, change } = asked;
  const { state, download } = useDownload();
  const rows = useRead(
    'countReportRows',
    { query: period },
    { keepPrevious: true, staleTime: 0, enabled: from === '' || to === '' || from <= to },
  ).data?.data.find((one) => one.view === view)?.rows;
  const busy = state.at === 'loading';
  return (
    <Page
      title="Relatórios"
      lead="Planilhas do Excel, ou CSV que o Excel em português abre direto."
    >
      <Card title="Relatório">
        <ChoiceField
          legend="Relatório"
          hiddenLegend
          name="view"
          value={view}
          options={options}
          onChange={(visao) => change({ visao })}
        />
        <PeriodFields asked={asked} />
        <CheckField
          label="Incluir pessoas excluídas"
          checked={withDeleted}
          onChange={(checked) => change({ excluidos: checked ? 'sim' : undefined })}
        />
        {rows !== undefined && (
          <p role="status">{countOf(rows, ['linha', 'linhas'], 'Nenhuma linha')} neste momento.</p>
        )}
        <DownloadButtons asked={asked} busy={busy} download={download} />
        <Outcome state={state} />
        {busy && (
          <progress
            aria-label="Recebendo o arquivo"
            style={{ width: '100%', accentColor: 'var(--lv-accent)' }}
          />
        )}
      </Card>
    </Page>
  );
}

const PeriodFields = ({ asked: { from, to, change } }: { readonly asked: Asked }) => (
  <Row>
    <TextInput
      label="De"
      type="date"
      value={from}
      max={to || undefined}
      onChange={(event) => change({ de: event.currentTarget.value || undefined })}
    />
    <TextInput
      label="Até, com este dia"
      type="date"
      value={to}
      min={from || undefined}
      onChange={(event) => change({ ate: event.currentTarget.value || undefined })}
    />
  </Row>
);

interface DownloadButtonsProps extends Pick<ReturnType<typeof useDownload>, 'download'> {
  readonly asked: Asked;
  readonly busy: boolean;
}

function DownloadButtons({ asked: { view, period }, busy, download }: DownloadButtonsProps) {
  const label = options.find(({ value }) => value === view)?.label.toLowerCase();
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
      {formats.map(({ format, label: program, variant }) => (
        <Button
          key={format}
          variant={variant}
          leftSection={<DownloadIcon size={18} />}
          aria-disabled={busy}
          onClick={() => {
            void download('exportReport', { view, format, ...period }, `${view}.${format}`);
          }}
        >
          Baixar {label} ({program})
        </Button>
      ))}
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        aria-disabled={busy}
        onClick={() => {
          const query = { format: 'xlsx', include: 'all', ...period };
          void download('exportAllReports', query, 'relatorios.zip');
        }}
      >
        Baixar todos (ZIP)
      </Button>
    </div>
  );
}

const Outcome = ({ state }: { readonly state: State }) => (
  <div role="status">
    {state.at === 'loading' && (
      <p>
        {state.bytes === 0 ? 'Preparando o arquivo…' : `Recebendo: ${formatBytes(state.bytes)}`}
      </p>
    )}
    {state.at === 'done' && (
      <Notice tone="good">
        <p>{state.text}</p>
      </Notice>
    )}
    {state.at === 'refused' && (
      <Notice tone="danger" title={state.title}>
        <p>{state.text}</p>
      </Notice>
    )}
  </div>
);

/**
 * Runs one download at a time and reports the bytes received; a broken transfer is never saved as a
 * complete file.
 */
function useDownload() {
  const { api } = usePortal();
  const [state, setState] = useState<State>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const download = async (
    id: 'exportReport' | 'exportAllReports',
    query: Readonly<Record<string, unknown>>,
    name: string,
  ): Promise<void> => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ at: 'loading', bytes: 0 });
    try {
      const response = await api.open(id, { query, signal: controller.signal });
      const blob = await readCounted(response, (bytes) => setState({ at: 'loading', bytes }));
      await saveFile(new Response(blob, { headers: response.headers }), name);
      setState({ at: 'done', text: `Pronto: ${formatBytes(blob.size)}.` });
    } catch (error) {
      if (!controller.signal.aborted) setState(refusalOf(error));
    } finally {
      running.current = undefined;
    }
  };
  return { state, download };
}

function refusalOf(error: unknown): State {
  const text = messageOf(error);
  if (error instanceof ApiError && error.status === 429)
    return {
      at: 'refused',
      title: 'Já há relatórios saindo',
      text: `${text} Espere um minuto e peça de novo.`,
    };
  if (error instanceof ApiError)
    return { at: 'refused', title: 'O relatório não saiu', text: reasonOf(error) };
  return {
    at: 'refused',
    title: 'O arquivo não chegou inteiro',
    text: 'A conexão caiu no meio. Nada foi guardado: peça de novo.',
  };
}
