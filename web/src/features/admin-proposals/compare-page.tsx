import { Link } from '@tanstack/react-router';
import type { AdminComparison } from '@lavra/contract/admin/proposals';
import type { AdminPurchaseSummary } from '@lavra/contract/admin/purchases';
import { useRead } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { readText } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { WithMoney } from '../../ui/money.tsx';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { MarkName, ProposalBadge } from '../../ui/proposal-name.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { bestCombinationText } from '../received/best-combination.ts';
import { viewRows } from '../received/comparison-view.ts';
import matrix from '../received/matrix.module.css';
import { MatrixCell } from '../received/matrix-cell.tsx';
import { summaryRows } from '../received/matrix-summary.tsx';
import styles from './compare.module.css';

/** Two to ten proposals of one order, side by side, with the suppliers' names. */
export function AdminComparePage() {
  const [search] = useAddress();
  const ids = [
    ...new Set(
      readText(search['p'])
        .split(',')
        .filter((id) => id !== ''),
    ),
  ].slice(0, 10);
  const enough = ids.length >= 2;
  const comparison = useRead(
    'compareAdminProposals',
    { query: { 'ids[]': ids } },
    { enabled: enough, staleTime: 0 },
  );
  const order = comparison.data?.order;
  return (
    <Page
      title="Comparar propostas"
      trail={
        order === undefined
          ? [{ label: 'Propostas', to: adminPaths.proposals }]
          : [
              { label: 'Cotações', to: adminPaths.orders },
              { label: order.number, to: adminPaths.order(order.uuid) },
            ]
      }
      lead={order === undefined ? '' : `${order.number}: ${order.description}`}
    >
      {enough ? (
        <QueryView query={comparison}>{(found) => <Comparison comparison={found} />}</QueryView>
      ) : (
        <State icon={ScaleIcon} title="Escolha pelo menos 2 propostas">
          Abra uma cotação, veja as propostas dela e marque de 2 a 10 para comparar.
        </State>
      )}
    </Page>
  );
}

function Comparison({ comparison }: { readonly comparison: AdminComparison }) {
  const [search, change] = useAddress();
  const onlyDifferences = search['diferencas'] === 1;
  const rows = viewRows(comparison.rows, {
    text: '',
    onlyDifferences,
    hideUnpriced: false,
    sort: 'pedido',
  });
  return (
    <>
      <Notice tone="warn" title="Visão administrativa: identidade visível.">
        <p>O produtor vê estas propostas por letra e nome de árvore, sem saber quem as enviou.</p>
      </Notice>
      <div className={kit['chips']}>
        <CheckField
          label="Só diferenças"
          checked={onlyDifferences}
          onChange={(on) => change({ diferencas: on ? 1 : undefined })}
        />
        {rows.length < comparison.rows.length && (
          <span role="status">
            mostrando {rows.length} de {countOf(comparison.rows.length, ['item', 'itens'])}
          </span>
        )}
      </div>
      <p>
        <strong>Melhor combinação:</strong> <WithMoney text={bestCombinationText(comparison)} />. É
        quanto custaria comprar cada item onde ele é mais barato.
      </p>
      <Matrix comparison={comparison} rows={rows} />
    </>
  );
}

/** Returns what an order bought, by the proposal's UUID; nothing for who may not see it. */
function usePurchases(orderId: number): ReadonlyMap<string, readonly AdminPurchaseSummary[]> {
  const { data } = useRead(
    'listAdminPurchases',
    { query: { order_id: orderId, per_page: 100 } },
    { enabled: useMay('purchases.view') },
  );
  return Map.groupBy(data?.data ?? [], ({ proposal }) => proposal);
}

/** Links to the purchases from one proposal, by their items. */
const Bought = ({ purchases }: { readonly purchases: readonly AdminPurchaseSummary[] }) =>
  purchases.map(({ uuid, items_count }) => (
    <Link key={uuid} to={adminPaths.purchase(uuid)}>
      {countOf(items_count, ['item comprado', 'itens comprados'])}
    </Link>
  ));

interface MatrixProps {
  readonly comparison: AdminComparison;
  readonly rows: Readonly<AdminComparison['rows']>;
}

const Matrix = ({ comparison, rows }: MatrixProps) => (
  <div
    className={matrix['scroll']}
    role="region"
    aria-label="Comparação item por item"
    tabIndex={0}
  >
    <table
      className={`${matrix['matrix']} ${styles['wide']}`}
      style={
        { '--columns': comparison.proposals.length } as React.CSSProperties /* a CSS variable */
      }
    >
      <caption className="lv-hidden">
        Comparação das propostas da cotação {comparison.order.number}, item por item
      </caption>
      <Head comparison={comparison} />
      <tbody className={matrix['summary']}>
        {summaryRows(comparison).map(({ name, label, isDeciding, cell }) => (
          <tr key={name} data-strong={isDeciding || undefined}>
            <th scope="row" className={matrix['first']}>
              {label}
            </th>
            {comparison.proposals.map((column) => (
              <td key={column.proposal}>
                <ProposalBadge proposal={column} />
                <div>{cell(column)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <ItemRows comparison={comparison} rows={rows} />
    </table>
  </div>
);

function Head({ comparison: { proposals, order } }: Pick<MatrixProps, 'comparison'>) {
  const bought = usePurchases(order.id);
  return (
    <thead>
      <tr>
        <th scope="col" className={matrix['first']}>
          Item
        </th>
        {proposals.map((column) => (
          <th key={column.proposal} scope="col">
            <ProposalBadge proposal={column} />
            <Link to={adminPaths.proposal(column.proposal)}>{column.supplier_name}</Link>
            <MarkName mark={column.mark} />
            <Bought purchases={bought.get(column.proposal) ?? []} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

const ItemRows = ({ comparison: { proposals }, rows }: MatrixProps) => (
  <tbody>
    {rows.map(({ item, cells, best_unit_price }) => (
      <tr key={item.id}>
        <th scope="row" className={matrix['first']}>
          <ProductName product={item.product} />
          <span className={matrix['quiet']}>
            Item {item.position} · {formatUnits(item.quantity, item.unit)}
          </span>
        </th>
        {cells.map((cell, index) => (
          <td key={cell.proposal} data-best={cell.is_best || undefined}>
            <ProposalBadge proposal={proposals[index]} />
            <MatrixCell cell={cell} item={item} best={best_unit_price} />
          </td>
        ))}
      </tr>
    ))}
    {rows.length === 0 && (
      <tr>
        <td colSpan={proposals.length + 1} className={matrix['none']}>
          Nenhum item com estes filtros.
        </td>
      </tr>
    )}
  </tbody>
);
