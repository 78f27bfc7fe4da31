import type { AdminCatalogueRequest } from '@lavra/contract/catalogue/requests';
import {
  catalogueRequestLabels,
  catalogueRequestStatuses,
  type CatalogueRequestStatus,
} from '@lavra/domain/catalogue/request-status';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { MailIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { choice, pick } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, ActLink, Acts, RowButton, Two } from '../admin-kit/parts.tsx';
import type { Fact } from '../admin-kit/record.tsx';
import { CreateAskedDialog, LinkDialog, RefuseDialog } from './request-dialogs.tsx';

const filters = {
  status: choice(
    'situacao',
    'Situação',
    catalogueRequestStatuses.map((status) => [status, catalogueRequestLabels[status]]),
    { all: 'Todos', tabs: true },
  ),
  product_type_id: pick('tipo', 'Tipo', 'productTypes'),
} as const;
const tones = {
  pending: 'warn',
  added: 'good',
  refused: 'plain',
} as const satisfies Record<CatalogueRequestStatus, string>;

interface Doing {
  readonly what: 'look' | 'create' | 'link' | 'refuse';
  readonly request: AdminCatalogueRequest;
}

/** The products that producers ask for, each answered once. */
export function CatalogueRequestsPage() {
  const list = useList({
    sorts: ['created_at', 'name'],
    first: { field: 'created_at', descending: true },
    filters,
  });
  const requests = useRead(
    'listCatalogueRequests',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  return (
    <ListPage<AdminCatalogueRequest>
      title="Produtos pedidos"
      caption="Produtos pedidos"
      words={['pedido', 'pedidos']}
      search={{ label: 'Buscar pedido', placeholder: 'Produto, marca ou produtor' }}
      list={list}
      query={requests}
      columns={[nameColumn(setDoing), ...columns, actionsColumn(setDoing)]}
      keyOf={({ id }) => id}
      empty={
        <State icon={MailIcon} title="Nenhum produto pedido ainda">
          O produtor que não acha um produto no catálogo pode pedir que ele entre.
        </State>
      }
    >
      {doing !== undefined && <Dialogs {...doing} onClose={() => setDoing(undefined)} />}
    </ListPage>
  );
}

function Dialogs({ what, request, onClose }: Doing & { readonly onClose: () => void }) {
  if (what === 'create') return <CreateAskedDialog request={request} onClose={onClose} />;
  if (what === 'link') return <LinkDialog request={request} onClose={onClose} />;
  if (what === 'refuse') return <RefuseDialog request={request} onClose={onClose} />;
  return <FactsDialog title={request.name} facts={factsOf(request)} onClose={onClose} />;
}

const factsOf = (request: AdminCatalogueRequest): readonly Fact[] =>
  allFactsOf(request).filter(({ value }) => value !== null);

const allFactsOf = (request: AdminCatalogueRequest): readonly Fact[] => [
  { label: 'Tipo', value: request.type.name },
  { label: 'Marca', value: request.brand },
  { label: 'Ingrediente ativo', value: request.active_ingredient },
  { label: 'Unidade', value: request.unit },
  { label: 'O que mais disse', value: request.notes, wide: true },
  {
    label: 'Pedido por',
    value: `${request.producer.name}${request.by_consultant ? ', pelo consultor' : ''}`,
  },
  { label: 'Pedido em', value: formatDate(request.created_at) },
  { label: 'Situação', value: catalogueRequestLabels[request.status] },
  { label: 'No catálogo', value: request.product?.name ?? null },
  { label: 'Motivo da recusa', value: request.reason, wide: true },
];

type Do = (doing: Doing) => void;

const columns: readonly Column<AdminCatalogueRequest>[] = [
  {
    name: 'producer',
    label: 'Produtor',
    cell: ({ producer, by_consultant }) => (
      <Two first={producer.name} second={by_consultant ? 'pelo consultor' : null} />
    ),
  },
  {
    name: 'created',
    label: 'Pedido em',
    sort: 'created_at',
    cell: ({ created_at }) => formatDate(created_at),
  },
  {
    name: 'status',
    label: 'Situação',
    cell: ({ status, product, reason }) => (
      <Two
        first={
          <span>
            <Chip tone={tones[status]}>{catalogueRequestLabels[status]}</Chip>
          </span>
        }
        second={product?.name ?? reason}
      />
    ),
  },
];

const nameColumn = (act: Do): Column<AdminCatalogueRequest> => ({
  name: 'name',
  label: 'Produto pedido',
  sort: 'name',
  bare: true,
  cell: (request) => (
    <Two
      first={<RowButton onClick={() => act({ what: 'look', request })}>{request.name}</RowButton>}
      second={
        [request.type.name, request.brand, request.active_ingredient].filter(Boolean).join(' · ') ||
        null
      }
    />
  ),
});

const actionsColumn = (act: Do): Column<AdminCatalogueRequest> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (request) =>
    request.status === 'pending' ? (
      <Answers request={request} act={act} />
    ) : request.product === null ? null : (
      <Acts>
        <ActLink
          to={adminPaths.products}
          search={{ busca: request.product.name }}
          label={`Ver ${request.product.name} no catálogo`}
        >
          Ver
        </ActLink>
      </Acts>
    ),
});

interface AnswersProps {
  readonly request: AdminCatalogueRequest;
  readonly act: Do;
}

/** The ways to answer a request that waits. */
function Answers({ request, act }: AnswersProps) {
  const mayEdit = useMay('products.edit');
  const mayCreate = useMay('products.create');
  if (!mayEdit) return null;
  return (
    <Acts>
      {mayCreate && (
        <Act
          label={`Criar ${request.name} no catálogo`}
          onClick={() => act({ what: 'create', request })}
        >
          Criar
        </Act>
      )}
      <Act
        label={`Já existe: ligar ${request.name} a um produto`}
        onClick={() => act({ what: 'link', request })}
      >
        Já existe
      </Act>
      <Act
        label={`Recusar ${request.name}`}
        danger
        onClick={() => act({ what: 'refuse', request })}
      >
        Recusar
      </Act>
    </Acts>
  );
}
