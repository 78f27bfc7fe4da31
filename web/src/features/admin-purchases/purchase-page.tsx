import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminPurchase } from '@lavra/contract/admin/purchases';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { DataTable } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { freightText, totalName } from '../../text/freight.ts';
import { counted, Figures } from '../../ui/figures.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { MarkName } from '../../ui/proposal-name.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { LogList } from '../admin-kit/log-list.tsx';
import { Facts, Tabs, useRecordId, useTab } from '../admin-kit/record.tsx';
import { purchaseItemColumns } from '../purchases/purchase-item-columns.tsx';
import { PurchaseChip } from './purchase-columns.tsx';

/** One purchase in full: both sides, its order, its items. */
export function AdminPurchasePage() {
  const purchase = useRead(
    'getAdminPurchase',
    { params: { purchase: useRecordId() } },
    { staleTime: 0 },
  );
  const { data } = purchase;
  return (
    <Page
      title={data?.number ?? 'Compra'}
      trail={[{ label: 'Compras', to: adminPaths.purchases }]}
      lead={data === undefined ? '' : <Lead purchase={data} />}
      actions={
        data === undefined ? undefined : (
          <Button
            variant="default"
            renderRoot={(props) => <Link to={adminPaths.proposal(data.proposal)} {...props} />}
          >
            Ver proposta
          </Button>
        )
      }
    >
      <QueryView query={purchase}>{(found) => <Record purchase={found} />}</QueryView>
    </Page>
  );
}

const tabs = [
  { name: 'itens', label: 'Itens' },
  { name: 'dados', label: 'Dados' },
  { name: 'registro', label: 'Registro' },
] as const;

interface PurchaseProps {
  readonly purchase: AdminPurchase;
}

const Lead = ({ purchase }: PurchaseProps) => (
  <span className={kit['chips']}>
    <PurchaseChip purchase={purchase} />
    <MarkName mark={purchase.mark} />
    <span>
      de <Link to={adminPaths.supplier(purchase.supplier.uuid)}>{purchase.supplier.name}</Link> para{' '}
      <Link to={adminPaths.producer(purchase.producer.uuid)}>{purchase.producer.name}</Link>
    </span>
  </span>
);

function Record({ purchase }: PurchaseProps) {
  const tab = useTab(tabs);
  const { items_count, items_amount, landed_total } = purchase;
  return (
    <>
      <Figures
        figures={[
          counted(items_count, ['item', 'itens']),
          { label: 'valor dos itens', value: formatMoney(items_amount) },
          {
            label: totalName(purchase).toLowerCase(),
            value: formatMoney(landed_total),
            hint: `frete: ${freightText(purchase)}`,
          },
        ]}
      />
      {purchase.contact_missed_at !== null && (
        <Notice tone="warn" title="O produtor avisou que o fornecedor não o procurou.">
          <p>Em {formatDateTime(purchase.contact_missed_at)}.</p>
        </Notice>
      )}
      <Tabs tabs={tabs} at={tab} label="Partes da compra" />
      {tab === 'itens' && (
        <Card flush>
          <DataTable
            caption="Itens da compra"
            columns={purchaseItemColumns}
            rows={purchase.items}
            keyOf={({ order_item_id: id }) => id}
          />
        </Card>
      )}
      {tab === 'dados' && <PurchaseFacts purchase={purchase} />}
      {tab === 'registro' && <Logs uuid={purchase.uuid} />}
    </>
  );
}

const PurchaseFacts = ({
  purchase: { order, kind_label, round, awarded_at, settled_at },
}: PurchaseProps) => (
  <Card title="Dados">
    <Facts
      facts={[
        {
          label: 'Cotação',
          value: (
            <Link to={adminPaths.order(order.uuid)}>
              {order.number}: {order.description}
            </Link>
          ),
          wide: true,
        },
        { label: 'Da proposta', value: kind_label },
        { label: 'Rodada', value: String(round) },
        { label: 'Comprada', value: formatDateTime(awarded_at) },
        { label: 'Concluída', value: settled_at === null ? '–' : formatDateTime(settled_at) },
      ]}
    />
  </Card>
);

function Logs({ uuid }: { readonly uuid: string }) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminPurchaseLogs',
        { params: { purchase: uuid }, query: { page, per_page: 25 } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}
