import { Button } from '@mantine/core';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/reason-of.ts';
import { usePortal } from '../../runtime/context.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DownloadIcon, FileIcon } from '../../ui/page-icons.tsx';
import { Notice } from '../../ui/states.tsx';
import { SheetInput } from '../../ui/sheet-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useDownload } from '../../data/use-download.ts';
import styles from './editor.module.css';
import { countWrongItems, isOnlyOfRows, quoteSheetErrors } from './quote-sheet-errors.ts';
import type { DraftState } from './use-draft.ts';

interface QuoteSheetProps {
  readonly order: SupplierOrder;
  readonly state: DraftState;
}

/** Exports the proposal as a spreadsheet to be filled in elsewhere, and imports it as the draft. */
export function QuoteSheet({ order, state }: QuoteSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<FileIcon size={16} />}
        onClick={() => setOpen(true)}
      >
        Planilha
      </Button>
      {open && <QuoteSheetDialog order={order} state={state} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Problem {
  readonly sentence: string;
  readonly rows: readonly string[];
  /** The rows are why it was refused, so that nothing was stored. */
  readonly isOfRows: boolean;
  /** The sheet, where it may enter without the rows that are wrong. */
  readonly file: File | undefined;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'stale_version')
    return (
      'Este rascunho mudou em outra aba ou aparelho. ' +
      'Recarregue a página para ver como está antes de enviar a planilha.'
    );
  return messageOf(error);
}

interface Attempt {
  readonly file: File;
  readonly order: SupplierOrder;
  /** The refusal of the whole sheet, where it was sent again without its wrong rows. */
  readonly before: Problem | undefined;
}

/**
 * Returns why a sheet was refused. To leave out the wrong rows is offered once, unless every item of
 * the order has one; it stays offered, with the rows, where that failed for a reason of its own.
 */
function problemOf(error: unknown, { file, order, before }: Attempt): Problem {
  const errors = error instanceof ApiError ? error.errors : {};
  const rows = quoteSheetErrors(errors);
  if (before !== undefined && rows.length === 0)
    return { ...before, sentence: sentenceOf(error), isOfRows: false };
  const isOfRows = isOnlyOfRows(errors);
  const mayEnter = before === undefined && isOfRows && countWrongItems(errors) < order.items.length;
  return {
    sentence: before !== undefined && isOfRows ? NO_ROW_IS_RIGHT : sentenceOf(error),
    rows,
    isOfRows: rows.length > 0,
    file: mayEnter ? file : undefined,
  };
}

const NO_ROW_IS_RIGHT = 'Nenhuma linha preenchida está sem erro.';

/** Sends a filled-in sheet, whose prices become the draft. */
function useUpload({ order, state }: QuoteSheetProps, onDone: () => void) {
  const { api } = usePortal();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const upload = async (file: File, onlyValid = false): Promise<void> => {
    setBusy(true);
    if (!onlyValid) setProblem(undefined);
    try {
      // Unsaved input is saved first: the sheet replaces it, and a conflict is shown before that.
      if (!(await state.flush()))
        throw new Error(
          'Há algo na tela que ainda não foi salvo. Resolva isso antes de enviar a planilha.',
        );
      state.take(
        await api.call('saveQuoteSheet', {
          params: { id: order.uuid },
          file,
          // A draft that another tab or device has saved meanwhile is not replaced unseen.
          ifMatch: state.base()?.version ?? 0,
          ...(onlyValid ? { query: { only_valid: true } } : {}),
        }),
      );
      toast(
        onlyValid
          ? 'As linhas sem erro estão na tela. Preencha nela os itens que ficaram de fora.'
          : 'Planilha recebida: os preços estão na tela.',
      );
      onDone();
    } catch (error) {
      setProblem((before) =>
        problemOf(error, { file, order, before: onlyValid ? before : undefined }),
      );
      setBusy(false);
    }
  };
  return { busy, problem, upload };
}

/** Moves the focus to a button when the one that was pressed goes with what it would have sent. */
function useFocusInstead(rest: File | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(rest);
  useEffect(() => {
    const isGone = before.current !== undefined && rest === undefined;
    before.current = rest;
    if (isGone && document.activeElement === document.body) button.current?.focus();
  }, [rest]);
  return button;
}

function QuoteSheetDialog({
  order,
  state,
  onClose,
}: QuoteSheetProps & { readonly onClose: () => void }) {
  const { busy, problem, upload } = useUpload({ order, state }, onClose);
  const input = useRef<HTMLInputElement>(null);
  const rest = problem?.file;
  const send = useFocusInstead(rest);
  return (
    <Dialog title="Preencher por planilha" onClose={onClose}>
      <Steps order={order} state={state} />
      {problem !== undefined && <Refusal {...problem} />}
      <SheetInput
        ref={input}
        label="Planilha preenchida"
        onFile={(file) => {
          void upload(file);
        }}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        {rest !== undefined && (
          <Button
            variant="default"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) void upload(rest, true);
            }}
          >
            Usar só as linhas sem erro
          </Button>
        )}
        <Button
          ref={send}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) input.current?.click();
          }}
        >
          {busy ? 'Enviando…' : 'Enviar planilha'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Steps({ order, state }: QuoteSheetProps) {
  const { download } = useDownload();
  return (
    <ol className={styles['steps']}>
      <li>
        Baixe a planilha: ela já vem com os itens
        {state.stored === undefined ? '' : ' e com o seu rascunho'}.<br />
        <Button
          variant="default"
          size="sm"
          leftSection={<DownloadIcon size={16} />}
          onClick={() =>
            download('getQuoteSheet', { id: order.uuid }, `cotacao_${order.number}.xlsx`, {
              query: { format: 'xlsx' },
            })
          }
        >
          Baixar planilha
        </Button>
      </li>
      <li>Preencha da coluna “Preço unitário” em diante e salve. Também serve um CSV.</li>
      <li>Envie de volta. Ela substitui os itens desta tela.</li>
    </ol>
  );
}

/** Why the sheet was refused, with its first rows to correct. */
const Refusal = ({ sentence, rows, isOfRows }: Problem) => (
  <Notice tone="danger" title={sentence} role="alert">
    {rows.length > 0 && (
      <>
        <ul className={styles['warnings']}>
          {rows.slice(0, 50).map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
        {isOfRows && <p>Nada foi gravado. Corrija as linhas e envie de novo.</p>}
      </>
    )}
  </Notice>
);
