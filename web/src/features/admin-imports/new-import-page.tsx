import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDownload } from '../../data/use-download.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { reasonOf } from '../../api/reason-of.ts';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { adminPaths } from '../../paths/admin.ts';
import { usePortal } from '../../runtime/context.tsx';
import { formatQuantity } from '../../text/decimal.ts';
import { DownloadIcon, FileIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/states.tsx';
import { importTypes, MAX_BYTES, typeHints, typeLabels } from './import-texts.ts';
import { sheetFilesAccepted } from '../../ui/sheet-files.ts';
import styles from './imports.module.css';
import { Progress, Steps } from './steps.tsx';
import { uploadReporting } from './upload.ts';

/** The first steps: the kind of records, its template, and the file itself. */
export function NewImportPage() {
  const [search, change] = useAddress();
  const type = readWord(search['tipo'], importTypes, 'producers');
  const { busy, download } = useDownload();
  const [isDownloaded, setDownloaded] = useState(false);
  const save = (format: 'xlsx' | 'csv'): void => {
    if (!busy)
      download('getImportTemplate', { type }, `modelo-${type}.${format}`, {
        query: { format },
        onSaved: () => setDownloaded(true),
      });
  };
  return (
    <Page title="Nova importação" trail={[{ label: 'Importação', to: adminPaths.imports }]}>
      <Steps at={isDownloaded ? 1 : 0} />
      <Card title="O que importar">
        <ChoiceField
          legend="Tipo de planilha"
          hiddenLegend
          name="type"
          value={type}
          onChange={(tipo) => change({ tipo })}
          options={importTypes.map((value) => ({
            value,
            label: typeLabels[value],
            hint: typeHints[value],
          }))}
        />
        <div className={styles['line']}>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<DownloadIcon size={18} />}
              aria-disabled={busy}
              onClick={() => save(format)}
            >
              Baixar modelo (.{format})
            </Button>
          ))}
          <p style={{ color: 'var(--lv-ink-2)' }}>
            As linhas que começam com # são exemplos e não entram.
          </p>
        </div>
      </Card>
      <Card
        title="O arquivo"
        lead="Uma planilha .xlsx ou CSV, de até 10 MB e 10.000 linhas. Nada é gravado antes de você conferir."
      >
        <CsvFileDrop key={type} type={type} />
      </Card>
    </Page>
  );
}

type Sending =
  | { readonly at: 'idle' }
  | { readonly at: 'sending'; readonly percent: number }
  | { readonly at: 'refused'; readonly problem: string };

type Type = (typeof importTypes)[number];

/** Sends a sheet, and opens its import once it has arrived; leaving the page stops it. */
function useSending(type: Type) {
  const { api } = usePortal();
  const navigate = useNavigate();
  const [state, setState] = useState<Sending>({ at: 'idle' });
  const [file, setFile] = useState<File>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const take = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined || state.at === 'sending') return;
    setFile(chosen);
    const problem = problemOf(chosen);
    if (problem !== undefined) return setState({ at: 'refused', problem });
    setState({ at: 'sending', percent: 0 });
    try {
      const { import_id } = await api.call('previewImport', {
        body: { type },
        file: chosen,
        signal: leaving.current.signal,
        transport: uploadReporting((percent) => setState({ at: 'sending', percent })),
      });
      await navigate({
        to: adminPaths.importRun(import_id),
        ignoreBlocker: true,
      });
    } catch (error) {
      if (!leaving.current.signal.aborted) setState({ at: 'refused', problem: reasonOf(error) });
    }
  };
  return { state, file, take };
}

function CsvFileDrop({ type }: { readonly type: Type }) {
  const { state, file, take } = useSending(type);
  if (state.at === 'sending')
    return (
      <>
        <LeaveGuard
          when
          title="Parar o envio?"
          body="A planilha ainda não chegou inteira."
          action="Sair e parar"
        />
        <Progress
          label={
            state.percent < 100
              ? `Enviando ${file?.name ?? ''}: ${state.percent}%`
              : `Conferindo ${file?.name ?? ''}…`
          }
          {...(state.percent < 100 ? { percent: state.percent } : {})}
        />
      </>
    );
  return (
    <>
      {state.at === 'refused' && (
        <Notice
          tone="danger"
          role="alert"
          title={
            file === undefined
              ? 'O arquivo não pôde ser conferido'
              : `${file.name} não pôde ser conferido`
          }
        >
          <p>{state.problem}</p>
        </Notice>
      )}
      <DropArea
        type={type}
        onFile={(chosen) => {
          void take(chosen);
        }}
      />
    </>
  );
}

interface DropAreaProps {
  readonly type: Type;
  readonly onFile: (file: File | undefined) => void;
}

/** Where a sheet is dropped or chosen. */
function DropArea({ type, onFile }: DropAreaProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={styles['drop']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <FileIcon size={32} />
      <p>Solte aqui a planilha de {typeLabels[type].toLowerCase()}, ou</p>
      <div>
        <input
          id="sheet"
          type="file"
          accept={sheetFilesAccepted}
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <label htmlFor="sheet">Escolher planilha</label>
      </div>
    </div>
  );
}

function problemOf({ name, size }: File): string | undefined {
  if (!/\.(xlsx|csv|txt)$/i.test(name)) return 'Escolha uma planilha .xlsx ou um arquivo .csv.';
  if (size === 0) return 'O arquivo está vazio.';
  return size > MAX_BYTES
    ? `O arquivo tem ${formatQuantity(Math.ceil(size / 104_857.6) / 10)} MB; o limite são 10 MB.`
    : undefined;
}
