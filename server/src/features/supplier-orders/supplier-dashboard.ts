import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { orderSummarySql, type OrderSummaryRow } from '../orders/orders-feature.ts';
import { presentProposalSummary, proposalSql, type ProposalRow } from '../proposals/proposals-feature.ts';
import { declinedSql, liveSupplierSql } from './supplier-order-sql.ts';

interface Metrics {
  licitacoes_abertas: number; licitacoes_favoritas: number; propostas_rascunho: number; propostas_enviadas: number; propostas_aceitas: number;
  propostas_rejeitadas: number; valor_aceito: string;
}
interface Urgent { id: number; uuid: string; number: string; description: string; deadline_date: string; total_itens: number; favorited: boolean }
type Listed = ProposalRow & OrderSummaryRow & { priced_items: number };
/** The same row inside JSON, where amounts are numbers and instants carry a `T`. */
type Latest = Omit<Listed, 'total_amount' | 'freight_amount'> & { total_amount: number; freight_amount: number | null };

const read = statement({
  name: 'supplier-dashboard', params: params<{ token_hash: Buffer; now: Date; today: string }>(),
  columns: { supplier_id: orNull(col.int), metrics: col.json<Metrics>(), latest: col.json<Latest[]>(), urgent: col.json<Urgent[]>() },
  text: `
    WITH ${liveSupplierSql},
    counted AS (
      SELECT count(*) FILTER (WHERE p.status = 'draft') AS drafts, count(*) FILTER (WHERE p.status <> 'draft') AS sent,
        count(*) FILTER (WHERE p.status = 'accepted') AS accepted, count(*) FILTER (WHERE p.status = 'rejected') AS rejected
      FROM proposals p WHERE p.supplier_id = (SELECT supplier_id FROM live)
    ), won AS (
      SELECT coalesce(sum(p.total_amount), 0) AS amount
      FROM proposals p JOIN orders o ON o.id = p.order_id AND o.status <> 'revogada'
      WHERE p.supplier_id = (SELECT supplier_id FROM live) AND p.status = 'accepted'
    ), urgent AS (
      SELECT o.id, o.uuid, o.number, o.description, o.deadline_date, o.items_count AS total_itens,
        EXISTS (SELECT 1 FROM favorite_orders f WHERE f.supplier_id = (SELECT supplier_id FROM live) AND f.order_id = o.id) AS favorited
      FROM orders o
      WHERE o.status = 'publicada' AND o.deadline_date >= :today::date AND NOT ${declinedSql}
      ORDER BY o.deadline_date, o.id LIMIT 10
    ), latest AS (
      SELECT ${proposalSql}, ${orderSummarySql},
        (SELECT count(*) FROM proposal_items pi WHERE pi.proposal_id = p.id AND pi.unit_price > 0)::int AS priced_items
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
        'propostas_rascunho', c.drafts, 'propostas_enviadas', c.sent, 'propostas_aceitas', c.accepted, 'propostas_rejeitadas', c.rejected,
        'valor_aceito', (SELECT amount FROM won)::text) AS metrics,
      (SELECT coalesce(json_agg(row_to_json(l) ORDER BY l.created_at DESC, l.id DESC), '[]') FROM latest l) AS latest,
      (SELECT coalesce(json_agg(row_to_json(n) ORDER BY n.deadline_date, n.id), '[]') FROM urgent n) AS urgent
    FROM counted c`,
});

/** The supplier's first screen; undefined when the token is dead. */
export async function readSupplierDashboard(db: Db, { tokenHash, now, today }: { tokenHash: Buffer; now: Date; today: string }): Promise<SupplierDashboard | undefined> {
  const row = await db.row(read, { token_hash: tokenHash, now, today });
  if (row === undefined || row.supplier_id === null) return undefined;
  const { valor_aceito, ...counts } = row.metrics;
  return {
    metricas: { ...counts, taxa_aceitacao: percent(counts.propostas_aceitas, counts.propostas_enviadas), valor_aceito: wireNumber(valor_aceito) },
    ultimasPropostas: row.latest.map((proposal) => presentProposalSummary(fromJson(proposal), today)),
    licitacoesUrgentes: row.urgent.map((order) => ({ ...order, dias_restantes: daysUntil(order.deadline_date, today) })),
  };
}

/** With one decimal; nothing sent is nothing accepted. */
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

const instants = ['submitted_at', 'accepted_at', 'rejected_at', 'cancelled_at', 'created_at', 'updated_at'] as const;

function fromJson(row: Latest): Listed {
  const times = Object.fromEntries(instants.map((name) => [name, row[name]?.replace('T', ' ') ?? null]));
  return { ...row, ...times, total_amount: String(row.total_amount), freight_amount: row.freight_amount === null ? null : String(row.freight_amount) };
}
