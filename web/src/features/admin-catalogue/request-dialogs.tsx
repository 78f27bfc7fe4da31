import type { AdminCatalogueRequest } from '@lavra/contract/catalogue/requests';
import { useChange } from '../../data/use-api.ts';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { PickField } from '../admin-kit/pick-field.tsx';
import { ReasonDialog } from '../admin-kit/reason-dialog.tsx';
import styles from './catalogue.module.css';
import { ProductDialog } from './catalogue-dialogs.tsx';

interface AnswerProps {
  readonly request: AdminCatalogueRequest;
  readonly onClose: () => void;
}

const idOf = ({ id }: AdminCatalogueRequest) => ({ id: String(id) });

/** Creates the product that was asked for, and answers with it. */
export function CreateAskedDialog({ request, onClose }: AnswerProps) {
  const link = useChange('linkCatalogueRequest');
  return (
    <ProductDialog
      asked={request}
      subtypeId={undefined}
      onSaved={({ id }) => link.mutateAsync({ params: idOf(request), body: { product_id: id } })}
      onClose={onClose}
    />
  );
}

/** Answers with a product that the catalogue has already. */
export function LinkDialog({ request, onClose }: AnswerProps) {
  const link = useChange('linkCatalogueRequest');
  const form = useForm({
    initial: { product: '' },
    rules: { product: required('Escolha o produto.') },
    fieldNames: { product_id: 'product' },
    send: async ({ product }) => {
      await link.mutateAsync({ params: idOf(request), body: { product_id: Number(product) } });
      toast('Produto ligado ao pedido. O produtor é avisado.');
      onClose();
    },
  });
  return (
    <Dialog title="Já existe no catálogo" onClose={onClose}>
      <p>
        {request.producer.name} pediu <strong>{request.name}</strong> ({request.type.name}). Escolha
        o produto que é este.
      </p>
      <Form form={form} action="Responder" acting="Respondendo…" onCancel={onClose}>
        <div className={styles['room']}>
          <PickField
            label="Produto do catálogo"
            required
            from="products"
            {...form.fields.getInputProps('product')}
          />
        </div>
      </Form>
    </Dialog>
  );
}

/** Refuses a request; the producer reads the reason. */
export function RefuseDialog({ request, onClose }: AnswerProps) {
  const refuse = useChange('refuseCatalogueRequest');
  return (
    <ReasonDialog
      title="Recusar o pedido?"
      body={
        <p>
          <strong>{request.name}</strong> não entra no catálogo. {request.producer.name} é avisado e
          lê o motivo.
        </p>
      }
      label="Motivo"
      hint="Por exemplo: o registro deste produto venceu."
      missing="Informe o motivo."
      action="Recusar pedido"
      acting="Recusando…"
      danger
      most={500}
      run={async (reason) => {
        await refuse.mutateAsync({ params: idOf(request), body: { reason } });
        toast('Pedido recusado. O produtor é avisado.');
      }}
      onClose={onClose}
    />
  );
}
