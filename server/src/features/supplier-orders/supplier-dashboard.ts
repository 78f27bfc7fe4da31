import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { offeredSql, orderSummarySql, type OrderSummaryRow } from '../orders/orders-feature.ts';
import {
  presentProposalSummary,
  proposalSql,
  type ProposalRow,
} from '../proposals/proposals-feature.ts';
import {
  declinedSql,
  favoritedSql,
  liveSupplierSql,
  myProposalSql,
  type MyProposal,
} from './supplier-order-sql.ts';

interface Metrics {
  licitacoes_abertas: number;
  licitacoes_favoritas: number;
  propostas_rascunho: number;
  propostas_enviadas: number;
  propostas_aceitas: number;
  propostas_rejeitadas: number;
  valor_aceito: string;
}
interface Urgent {
  id: number;
  uuid: string;
  number: string;
  description: string;
  deadline_date: string;
  total_itens: number;
  favorited: boolean;
  my_proposal: MyProposal | null;
}
type Listed = ProposalRow & OrderSummaryRow & { priced_items: number };
/** The row as JSON returns it, where amounts are numbers and instants contain a `T`. */
type Latest = Omit<Listed, 'total_amount' | 'freight_amount'> & {
  total_amount: number;
  freight_amount: number | null;
};

const read = statement({
  name: 'supplier-dashboard',
  params: params<{ token_hash: Buffer; now: Date; today: string }>(),
  columns: {
    supplier_id: orNull(col.int),
    metrics: col.json<Metrics>(),
    latest: col.json<Latest[]>(),
    urgent: col.json<Urgent[]>(),
  },
  text: `
    WITH ${liveSupplierSql},
    own AS (
      SELECT coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_drafts'), 0) AS drafts, coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_sent'), 0) AS sent,
        coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_accepted'), 0) AS accepted, coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_rejected'), 0) AS rejected,
        round(coalesce(sum(t.delta) FILTER (WHERE t.scope = 'own_won_cents'), 0) / 100, 2) AS won
      FROM list_totals t
      WHERE t.scope IN ('own_drafts', 'own_sent', 'own_accepted', 'own_rejected', 'own_won_cents') AND t.supplier_id = (SELECT supplier_id FROM live)
    ), urgent AS (
      SELECT o.id, o.uuid, o.number, o.description, o.deadline_date, o.items_count AS total_itens,
        ${favoritedSql} AS favorited, ${myProposalSql} AS my_proposal
      FROM (
        SELECT o.* FROM orders o
        WHERE o.status = 'publicada' AND o.deadline_date >= :today::date AND NOT ${declinedSql}
        ORDER BY o.deadline_date, o.id LIMIT 10
      ) o CROSS JOIN live
    ), latest AS (
      SELECT ${proposalSql}, ${orderSummarySql},
        (SELECT count(*) FROM proposal_items pi WHERE pi.proposal_id = p.id AND ${offeredSql('pi')})::int AS priced_items
      FROM proposals p JOIN orders o ON o.id = p.order_id
      WHERE p.supplier_id = (SELECT supplier_id FROM live)
      ORDER BY p.created_at DESC, p.id DESC LIMIT 5
    )
    SELECT (SELECT supplier_id FROM live) AS supplier_id,
      json_build_object(
        'licitacoes_abertas', (SELECT greatest(0, coalesce(sum(t.delta) FILTER (WHERE t.scope = 'published'), 0) - coalesce(sum(t.delta) FILTER (WHERE t.scope = 'declined'), 0))
          FROM list_totals t WHERE (t.scope = 'published' AND t.supplier_id = 0) OR (t.scope = 'declined' AND t.supplier_id = (SELECT supplier_id FROM live))),
        'licitacoes_favoritas', (SELECT count(*) FROM favorite_orders f WHERE f.supplier_id = (SELECT supplier_id FROM live)
          AND NOT EXISTS (SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = f.supplier_id AND d.order_id = f.order_id)),
        'propostas_rascunho', own.drafts, 'propostas_enviadas', own.sent, 'propostas_aceitas', own.accepted, 'propostas_rejeitadas', own.rejected,
        'valor_aceito', own.won::text) AS metrics,
      (SELECT coalesce(json_agg(row_to_json(l) ORDER BY l.created_at DESC, l.id DESC), '[]') FROM latest l) AS latest,
      (SELECT coalesce(json_agg(row_to_json(n) ORDER BY n.deadline_date, n.id), '[]') FROM urgent n) AS urgent
    FROM own`,
});

/** Returns the data of the supplier's dashboard; undefined when the token is not valid any more. */
export async function readSupplierDashboard(
  db: Db,
  { tokenHash, now, today }: { tokenHash: Buffer; now: Date; today: string },
): Promise<SupplierDashboard | undefined> {
  const row = await db.row(read, { token_hash: tokenHash, now, today });
  if (row === undefined || row.supplier_id === null) return undefined;
  const { valor_aceito, ...counts } = row.metrics;
  return {
    metricas: {
      ...counts,
      taxa_aceitacao: percent(counts.propostas_aceitas, counts.propostas_enviadas),
      valor_aceito: wireNumber(valor_aceito),
    },
    ultimasPropostas: row.latest.map((proposal) =>
      presentProposalSummary(fromJson(proposal), today),
    ),
    licitacoesUrgentes: row.urgent.map((order) => ({
      ...order,
      dias_restantes: daysUntil(order.deadline_date, today),
    })),
  };
}

/** Returns a percentage with one decimal; 0 when `whole` is 0. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;

const instants = [
  'submitted_at',
  'accepted_at',
  'rejected_at',
  'cancelled_at',
  'created_at',
  'updated_at',
] as const;

function fromJson(row: Latest): Listed {
  const times = Object.fromEntries(
    instants.map((name) => [name, row[name]?.replace('T', ' ') ?? null]),
  );
  return {
    ...row,
    ...times,
    total_amount: String(row.total_amount),
    freight_amount: row.freight_amount === null ? null : String(row.freight_amount),
  };
}
