import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRowsSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { maskWords } from '../identities/identities-feature.ts';
import { orderSummaryColumns, presentOrderSummary } from '../orders/orders-feature.ts';
import {
  presentProposalSummary,
  proposalSummaryColumns,
  type ProposalSummaryRow,
} from '../proposals/proposals-feature.ts';
import {
  declinedSql,
  favoritedSql,
  liveSupplierSql,
  myProposalSql,
  type MyProposal,
} from './supplier-order-sql.ts';

const urgentColumns = {
  ...orderSummaryColumns,
  favorited: from(favoritedSql, col.boolean),
  my_proposal: from(myProposalSql, orNull(col.json<MyProposal>())),
};
type UrgentRow = RowOf<typeof urgentColumns>;

/** The CTE with the supplier's own counters, summed by scope. */
const countersSql = `
  own AS (
    SELECT coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_drafts'), 0)::int AS drafts,
      coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_sent'), 0)::int AS sent,
      coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_accepted'), 0)::int AS accepted,
      coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_rejected'), 0)::int AS rejected,
      round(coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_won_cents'), 0) / 100, 2) AS won
    FROM list_totals t
    WHERE t.scope IN ('own_drafts', 'own_sent', 'own_accepted', 'own_rejected', 'own_won_cents')
      AND t.supplier_id = (SELECT supplier_id FROM live)
  ), open AS (
    SELECT greatest(0, coalesce(sum(t.delta) FILTER (WHERE t.scope = 'published'), 0)
      - coalesce(sum(t.delta) FILTER (WHERE t.scope = 'declined'), 0))::int AS orders
    FROM list_totals t
    WHERE (t.scope = 'published' AND t.supplier_id = 0)
      OR (t.scope = 'declined' AND t.supplier_id = (SELECT supplier_id FROM live))
  ), favorites AS (
    SELECT count(*)::int AS orders FROM favorite_orders f
    WHERE f.supplier_id = (SELECT supplier_id FROM live)
      AND NOT EXISTS (SELECT 1 FROM supplier_order_declines d
        WHERE d.supplier_id = f.supplier_id AND d.order_id = f.order_id)
  )`;

const latestSql = jsonRowsSql(
  proposalSummaryColumns,
  `FROM proposals p JOIN orders o ON o.id = p.order_id
    WHERE p.supplier_id = (SELECT supplier_id FROM live)
    ORDER BY p.created_at DESC, p.id DESC LIMIT 5`,
  'p',
);
const urgentSql = jsonRowsSql(
  urgentColumns,
  `FROM (
      SELECT o.* FROM orders o
      WHERE o.status = 'publicada' AND o.deadline_date >= :today::date AND NOT ${declinedSql}
      ORDER BY o.deadline_date, o.id LIMIT 10
    ) o CROSS JOIN live
    ORDER BY o.deadline_date, o.id`,
);

const read = statement({
  name: 'supplier-dashboard',
  params: params<{ token_hash: Buffer; now: Date; today: string }>(),
  columns: {
    supplier_id: orNull(col.int),
    open_orders: col.int,
    favorites: col.int,
    drafts: col.int,
    sent: col.int,
    accepted: col.int,
    rejected: col.int,
    won: col.numeric,
    latest: col.json<ProposalSummaryRow[]>(),
    urgent: col.json<UrgentRow[]>(),
  },
  text: `
    WITH ${liveSupplierSql}, ${countersSql}
    SELECT (SELECT supplier_id FROM live) AS supplier_id, open.orders AS open_orders,
      favorites.orders AS favorites, own.drafts, own.sent, own.accepted, own.rejected, own.won,
      ${latestSql} AS latest, ${urgentSql} AS urgent
    FROM own, open, favorites`,
});

/** Returns the data of the supplier's dashboard; undefined when the token is not valid any more. */
export async function readSupplierDashboard(
  db: Db,
  { tokenHash, now, today }: { tokenHash: Buffer; now: Date; today: string },
): Promise<SupplierDashboard | undefined> {
  const row = await db.row(read, { token_hash: tokenHash, now, today });
  if (row === undefined || row.supplier_id === null) return undefined;
  const latest = await maskWords(row.latest, ['order_description', 'rejection_reason']);
  const urgent = await maskWords(row.urgent, ['order_description']);
  return {
    metricas: {
      licitacoes_abertas: row.open_orders,
      licitacoes_favoritas: row.favorites,
      propostas_rascunho: row.drafts,
      propostas_enviadas: row.sent,
      propostas_aceitas: row.accepted,
      propostas_rejeitadas: row.rejected,
      taxa_aceitacao: percent(row.accepted, row.sent),
      valor_aceito: wireNumber(row.won),
    },
    ultimasPropostas: latest.map((proposal) => presentProposalSummary(proposal, today)),
    licitacoesUrgentes: urgent.map((order) => presentUrgent(order, today)),
  };
}

function presentUrgent(
  row: UrgentRow,
  today: string,
): SupplierDashboard['licitacoesUrgentes'][number] {
  const { id, uuid, number, description, deadline_date, total_itens, dias_restantes } =
    presentOrderSummary(row, today);
  return {
    id,
    uuid,
    number,
    description,
    deadline_date,
    total_itens,
    favorited: row.favorited,
    my_proposal: row.my_proposal,
    dias_restantes,
  };
}

/** Returns a percentage with one decimal; 0 when `whole` is 0. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
