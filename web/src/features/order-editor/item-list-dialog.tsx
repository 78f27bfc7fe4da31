import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { countOf } from '../../text/decimal.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { SheetInput } from '../../ui/sheet-input.tsx';
import { Notice } from '../../ui/states.tsx';
import type { NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import {
  decodeItemList,
  readItemList,
  template,
  textOfLeft,
  type ItemListRow,
} from './item-list.ts';
import { findProducts, type Found } from './item-list-match.ts';
import { ItemListReview } from './item-list-review.tsx';
import { isWorkbook, templateWorkbook, workbookText } from './item-list-workbook.ts';
import type { PastedList } from './use-pasted-list.ts';
import { useProductLookup } from './use-product-lookup.ts';

type Matches = ReadonlyMap<string, Found>;
type Stage =
  | { readonly at: 'source' }
  | { readonly at: 'searching'; readonly done: number; readonly total: number }
  | {
      readonly at: 'review';
      /** The list as it was read. Its lines keep their numbers while others are taken. */
      readonly whole: { readonly text: string; readonly rows: readonly ItemListRow[] };
      /** What is not taken yet. */
      readonly rows: readonly ItemListRow[];
      readonly remarks: readonly string[];
      readonly matches: Matches;
    };

interface ItemListDialogProps {
  readonly units: readonly string[];
  readonly room: number;
  /** Held by the parent, so that a dialog closed by mistake can be reopened with it. */
  readonly pasted: PastedList;
  readonly onAdd: (items: readonly NewItem[]) => void;
  readonly onClose: () => void;
}

const failureText = (error: unknown): string =>
  `Não foi possível procurar os produtos. ${error instanceof Error ? error.message : ''} O que você trouxe continua aqui.`;

const takenText = (taken: number, left: number): string =>
  `${countOf(taken, ['item incluído', 'itens incluídos'])}. ${countOf(left, ['linha ainda está', 'linhas ainda estão'])} sem produto.`;

/** Reads what is left as it is kept, so that its choices are found again, under its old numbers. */
function rowsOfLeft(text: string, left: readonly ItemListRow[]): readonly ItemListRow[] {
  const again = readItemList(text);
  if (!('rows' in again) || again.rows.length !== left.length) return left;
  return again.rows.map((row, index) => ({ ...row, line: left[index]?.line ?? row.line }));
}

/** The way of a list: read, matched with the catalogue, taken; what has no product stays for another round. */
function useItemList({ pasted, onAdd, onClose }: ItemListDialogProps) {
  const search = useProductLookup();
  const [stage, setStage] = useState<Stage>({ at: 'source' });
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState<string>();
  const read = async (text: string): Promise<void> => {
    const list = readItemList(text);
    if ('problem' in list) return setProblem(list.problem);
    setProblem(undefined);
    try {
      const named = list.rows.filter(({ product }) => product !== '');
      const matches = await findProducts(named, search, (done, total) =>
        setStage({ at: 'searching', done, total }),
      );
      setStage({ at: 'review', ...list, whole: { text, rows: list.rows }, matches });
    } catch (error) {
      setStage({ at: 'source' });
      setProblem(failureText(error));
    }
  };
  const take = (items: readonly NewItem[], left: readonly ItemListRow[]): void => {
    onAdd(items);
    if (left.length === 0 || stage.at !== 'review') {
      pasted.paste('');
      return onClose();
    }
    const text = textOfLeft(stage.whole.text, stage.whole.rows, left);
    pasted.paste(text);
    setSaid(takenText(items.length, left.length));
    setStage({ ...stage, rows: rowsOfLeft(text, left), remarks: [] });
  };
  const goBack = (): void => {
    setSaid(undefined);
    setStage({ at: 'source' });
  };
  return { stage, problem, said, read, take, goBack };
}

/**
 * Imports an item list: parsed on this device, matched with the catalogue, reviewed, and only
 * then added to the order.
 */
export function ItemListDialog(props: ItemListDialogProps) {
  const { units, room, pasted, onClose } = props;
  const { stage, problem, said, read, take, goBack } = useItemList(props);
  return (
    <Dialog title="Trazer uma lista" wide onClose={onClose}>
      {problem !== undefined && <Notice tone="danger" title={problem} role="alert" />}
      {said !== undefined && <Notice tone="good" title={said} role="status" />}
      {stage.at === 'source' && (
        <Source
          pasted={pasted.text}
          onPaste={pasted.paste}
          onRead={(text) => {
            pasted.paste(text);
            void read(text);
          }}
          onClose={onClose}
        />
      )}
      {stage.at === 'searching' && <Searching {...stage} />}
      {stage.at === 'review' && stage.remarks.length > 0 && (
        <Notice tone="warn" title={stage.remarks.join(' ')} role="status" />
      )}
      {stage.at === 'review' && (
        <ItemListReview
          rows={stage.rows}
          matches={stage.matches}
          list={pasted}
          units={units}
          room={room}
          onTake={take}
          onBack={goBack}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const Searching = ({ done, total }: { readonly done: number; readonly total: number }) => (
  <div className={styles['searching']}>
    <p role="status">
      Procurando no catálogo: {done} de {countOf(total, ['produto', 'produtos'])}
    </p>
    <progress value={done} max={total} aria-label="Produtos procurados" />
  </div>
);

interface SourceProps {
  readonly pasted: string;
  readonly onPaste: (text: string) => void;
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}

const saveTemplate = async (format: 'xlsx' | 'csv'): Promise<void> =>
  saveFile(
    new Response(format === 'xlsx' ? await templateWorkbook() : template),
    `itens-da-cotacao.${format}`,
  );

async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isWorkbook(bytes) ? workbookText(bytes) : decodeItemList(bytes);
}

function Source({ pasted, onPaste, onRead, onClose }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File): Promise<void> => onRead(await textOf(file));
  return (
    <>
      <PasteField pasted={pasted} onPaste={onPaste} />
      <Templates />
      <SheetInput
        ref={input}
        label="Planilha de itens"
        onFile={(file) => {
          void open(file);
        }}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="default" onClick={() => input.current?.click()}>
          Escolher arquivo
        </Button>
        <Button
          aria-disabled={pasted.trim() === ''}
          onClick={() => {
            if (pasted.trim() !== '') onRead(pasted);
          }}
        >
          Ler o que colei
        </Button>
      </DialogActions>
    </>
  );
}

const PasteField = ({ pasted, onPaste }: Pick<SourceProps, 'pasted' | 'onPaste'>) => (
  <>
    <p>
      Cole como está na mensagem ou na planilha: “50 sacos de ureia”, “MAP 11-52 10 ton”. Em
      planilhas, quatro colunas: produto, quantidade, unidade e observações. Só o produto é
      obrigatório; o resto você completa depois.
    </p>
    <Textarea
      label="Cole aqui a lista"
      rows={5}
      value={pasted}
      onChange={(event) => onPaste(event.currentTarget.value)}
      placeholder={'50 sacos de ureia\nGlifosato 480 10 galões de 20 L'}
    />
  </>
);

/** Templates of a list in a spreadsheet. */
const Templates = () => (
  <div className={styles['templates']}>
    {(['xlsx', 'csv'] as const).map((format) => (
      <Button
        key={format}
        variant="default"
        size="sm"
        leftSection={<DownloadIcon size={16} />}
        onClick={() => {
          void saveTemplate(format);
        }}
      >
        Baixar modelo (.{format})
      </Button>
    ))}
  </div>
);
