import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { bindsSupplier } from '@lavra/domain/proposal/proposal-rules';
import { readText } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { usePortal } from '../../runtime/context.tsx';
import { useKeysOf, type KeyLine } from '../../shell/keys.ts';
import { Page } from '../../ui/page.tsx';
import { Loading, Notice, QueryView } from '../../ui/states.tsx';
import styles from './editor.module.css';
import { DraftEditor } from './draft-editor.tsx';
import type { OpenedDraft } from './use-draft.ts';

/**
 * Returns the proposal to start from, as the address names it when the editor is opened. The address
 * drops it then: the way back to it, after that draft was sent, is not to begin another one.
 */
function useBasis(): string {
  const [search, change] = useAddress();
  const named = readText(search['base']);
  const [basis] = useState(named);
  useEffect(() => {
    if (named !== '') change({ base: undefined }, { replace: true });
  }, [named]);
  return basis;
}

/**
 * Loads the order, its draft if there is one, and the proposal to start from; once per visit of the
 * editor.
 */
function useOpenedDraft(id: string) {
  const { api } = usePortal();
  const basisId = useBasis();
  return useQuery({
    queryKey: ['openedDraft', id, basisId],
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async (): Promise<OpenedDraft> => {
      const order = await api.read('getSupplierOrder', { params: { id } });
      const draft = order.my_proposals.find(({ status }) => status === 'draft');
      const proposal =
        draft === undefined
          ? undefined
          : await api.read('getSupplierProposal', { params: { id: draft.uuid } });
      const basis =
        basisId === '' || draft !== undefined
          ? undefined
          : await api.read('getSupplierProposal', { params: { id: basisId } });
      return { order, proposal, basis: basis?.order.uuid === order.uuid ? basis : undefined };
    },
  });
}

const editorKeys: readonly KeyLine[] = [
  ['Enter', 'próximo preço abaixo'],
  ['Shift+Enter', 'preço acima'],
  ['Alt+N', 'não cotar este item'],
  ['Ctrl+S', 'salvar o rascunho'],
  ['Ctrl+V', 'colar uma coluna de preços do Excel'],
];

const TakesNone = ({ order: { declined, is_suspended } }: Pick<OpenedDraft, 'order'>) => (
  <Notice tone="info" title="Esta cotação não recebe propostas agora.">
    <p>
      {declined
        ? 'Você a declinou: para responder, volte a participar.'
        : is_suspended
          ? 'Ela está suspensa pela administração.'
          : 'O prazo terminou ou ela foi encerrada.'}
    </p>
  </Notice>
);

/** Says that a proposal stands already, where the editor is empty all the same. */
function SentAlready({ opened: { order, proposal, basis } }: { readonly opened: OpenedDraft }) {
  const sent = order.my_proposals.find(({ status }) => bindsSupplier(status, order.status));
  const isShown = proposal === undefined && basis === undefined && sent !== undefined;
  const place = useRef<HTMLDivElement>(null);
  // The way back leads to where the full form was scrolled to.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={place}>
      <Notice tone="info" title="Você já enviou uma proposta para esta cotação.">
        <p>
          O que você preencher aqui será outra proposta, ao lado dela.{' '}
          <Link to={supplierPaths.proposal(sent.uuid)}>Ver a proposta enviada</Link>
        </p>
      </Notice>
    </div>
  );
}

/** Edits a proposal like a spreadsheet. */
export function EditorPage() {
  const { order = '' }: { order?: string } = useParams({ strict: false });
  return <Editor key={order} id={order} />;
}

function Editor({ id }: { readonly id: string }) {
  const opened = useOpenedDraft(id);
  const order = opened.data?.order;
  useKeysOf('Na proposta', editorKeys);
  return (
    <Page
      title="Preencher proposta"
      windowTitle={order === undefined ? 'Preencher proposta' : `Proposta para ${order.number}`}
      lead={
        order === undefined
          ? undefined
          : `${order.description}. ${order.closure_type === 'fechada' ? 'Esta cotação é fechada: todos os itens precisam de preço.' : 'O item que você não tem pode ser justificado.'}`
      }
      trail={[
        { label: 'Cotações', to: supplierPaths.orders },
        ...(order === undefined
          ? []
          : [{ label: order.number, to: supplierPaths.order(order.uuid) }]),
      ]}
    >
      <QueryView
        query={opened}
        skeleton={
          <div className={styles['opening']}>
            <Loading />
          </div>
        }
      >
        {(found) =>
          found.order.takes_proposals && !found.order.declined ? (
            <>
              <SentAlready opened={found} />
              <DraftEditor opened={found} />
            </>
          ) : (
            <TakesNone order={found.order} />
          )
        }
      </QueryView>
    </Page>
  );
}
