import { Button } from '@mantine/core';
import type { OrderAttachment } from '@lavra/contract/attachments/schemas';
import { useRef, useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useDownload } from '../../data/use-download.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { FileIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { FileList, FileRow } from '../../ui/record.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { OrderFrame } from './order-frame.tsx';
import type { ShownOrder } from './use-order.ts';

/** The files attached to an order, which suppliers see before they answer. */
export const OrderAttachmentsPage = () => (
  <OrderFrame tab="Anexos">{(order) => <Attachments order={order} />}</OrderFrame>
);

const MAX_BYTES = 10 * 1024 * 1024;
const accepted = 'application/pdf,image/png,image/jpeg';

function Attachments({ order }: { readonly order: ShownOrder }) {
  const files = useRead(
    'listOrderAttachments',
    { params: { order: order.uuid } },
    { staleTime: 0 },
  );
  const mayChange =
    order.status === 'rascunho' || order.status === 'pendente' || order.status === 'publicada';
  return (
    <Card
      title="Anexos"
      lead="Mapas, análises de solo, receituários. Todo fornecedor que vê a cotação vê os anexos."
      aside={mayChange ? <AddButton order={order.uuid} /> : undefined}
    >
      <QueryView query={files}>
        {({ data }) =>
          data.length === 0 ? (
            <State icon={FileIcon} title="Nenhum anexo">
              {mayChange ? 'PDF, PNG ou JPEG de até 10 MB, no máximo 20 arquivos.' : undefined}
            </State>
          ) : (
            <FileList>
              {data.map((file) => (
                <Attachment key={file.uuid} file={file} order={order.uuid} mayRemove={mayChange} />
              ))}
            </FileList>
          )
        }
      </QueryView>
    </Card>
  );
}

/** Attaches a file to an order, and says how that went. */
function useAttaching(order: string) {
  const add = useChange('addOrderAttachment');
  const send = async (file: File): Promise<void> => {
    if (file.size > MAX_BYTES) {
      toast('Cada arquivo pode ter até 10 MB.', { tone: 'danger' });
      return;
    }
    try {
      await add.mutateAsync({ params: { order }, file });
      toast(`${file.name} anexado.`);
    } catch (error) {
      toastProblem(error);
    }
  };
  return { isPending: add.isPending, send };
}

function AddButton({ order }: { readonly order: string }) {
  const { isPending, send } = useAttaching(order);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label="Arquivo para anexar"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) void send(file);
        }}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<PlusIcon size={16} />}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) input.current?.click();
        }}
      >
        {isPending ? 'Enviando…' : 'Incluir arquivo'}
      </Button>
    </>
  );
}

interface AttachmentProps {
  readonly file: OrderAttachment;
  readonly order: string;
  readonly mayRemove: boolean;
}

function Attachment({ file, order, mayRemove }: AttachmentProps) {
  const { uuid, filename } = file;
  const { download } = useDownload();
  const [asking, setAsking] = useState(false);
  return (
    <FileRow
      file={file}
      onDownload={() => download('getOrderAttachment', { order, attachment: uuid }, filename)}
    >
      {mayRemove && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<TrashIcon size={16} />}
          aria-label={`Excluir ${filename}`}
          onClick={() => setAsking(true)}
        >
          Excluir
        </Button>
      )}
      {asking && <RemoveDialog file={file} order={order} onClose={() => setAsking(false)} />}
    </FileRow>
  );
}

function RemoveDialog({
  file: { uuid, filename },
  order,
  onClose,
}: Pick<AttachmentProps, 'file' | 'order'> & { readonly onClose: () => void }) {
  const remove = useChange('deleteOrderAttachment');
  return (
    <ConfirmDialog
      title="Excluir o anexo?"
      action="Excluir anexo"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{filename}</strong> some da cotação para todos.
        </p>
      }
      run={async () => {
        await remove.mutateAsync({ params: { order, attachment: uuid } });
        toast('Anexo excluído.');
      }}
    />
  );
}
