import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SupplierPurchase } from '@lavra/contract/purchases/schemas';
import { useRead } from '../../data/use-api.ts';
import { useDownload } from '../../data/use-download.ts';
import { DataTable } from '../../lists/data-table.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { freightText, totalName } from '../../text/freight.ts';
import { ActionRow, FactLine, Term, TermList } from '../../ui/record.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { purchaseItemColumns } from '../purchases/purchase-item-columns.tsx';
import { purchaseTone } from '../purchases/purchase-tone.ts';
import { ProducerContact } from '../supplier-orders/producer-contact.tsx';

/** What one order bought from the supplier in one round, and whom to call about it. */
export function SalePage() {
  const { sale = '' }: { sale?: string } = useParams({ strict: false });
  const query = useRead('getSupplierPurchase', { params: { purchase: sale } }, { staleTime: 0 });
  const found = query.data;
  useOpened(found?.is_new);
  return (
    <Page
      title={found?.order.description ?? 'Venda'}
      windowTitle={found === undefined ? 'Venda' : `Venda ${found.number}`}
      trail={[{ label: 'Vendas', to: supplierPaths.sales }]}
      lead={found === undefined ? '' : <Facts sale={found} />}
    >
      <QueryView query={query}>
        {(one) => (
          <>
            <Actions sale={one} />
            <Buyer sale={one} />
            <Card flush>
              <DataTable
                caption="Itens da venda"
                columns={purchaseItemColumns}
                rows={one.items}
                keyOf={({ order_item_id: id }) => id}
              />
            </Card>
            <Terms sale={one} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Forgets the lists that announce a sale, which has now been opened. */
function useOpened(wasNew = false): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (wasNew) queries.removeQueries({ queryKey: ['listSupplierPurchases'] });
  }, [wasNew, queries]);
}

interface SaleProps {
  readonly sale: SupplierPurchase;
}

const Facts = ({ sale: { number, state, state_label, landed_total } }: SaleProps) => (
  <FactLine>
    <span className="lv-number">{number}</span>
    <Chip tone={purchaseTone[state]}>{state_label}</Chip>
    <strong className="lv-number">
      <Money amount={landed_total} />
    </strong>
  </FactLine>
);

function Actions({ sale: { uuid, number, proposal, order } }: SaleProps) {
  const { busy, download } = useDownload();
  return (
    <ActionRow>
      <Button
        leftSection={<DownloadIcon size={18} />}
        loading={busy}
        onClick={() =>
          download('getSupplierPurchasePdf', { purchase: uuid }, `pedido-de-compra_${number}.pdf`)
        }
      >
        Baixar pedido de compra (PDF)
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to={supplierPaths.proposal(proposal)} {...props} />}
      >
        Ver proposta
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to={supplierPaths.order(order.uuid)} {...props} />}
      >
        Ver cotação
      </Button>
    </ActionRow>
  );
}

/** Whom to call about the sale. */
const Buyer = ({ sale: { producer_contact, order, state, items_count } }: SaleProps) =>
  producer_contact !== null && (
    <ProducerContact
      contact={producer_contact}
      number={order.number}
      title={
        state === 'received'
          ? 'Contato do produtor'
          : `Compraram ${countOf(items_count, ['item', 'itens'])} de você. Fale com o produtor.`
      }
    />
  );

function Terms({ sale }: SaleProps) {
  const { items_amount, items_count, landed_total, kind_label, round, awarded_at } = sale;
  return (
    <Card title="Total">
      <TermList>
        <Term name={countOf(items_count, ['item', 'itens'])}>
          <Money amount={items_amount} />
        </Term>
        <Term name="Frete">
          <WithMoney text={freightText(sale)} />
        </Term>
        <Term name={totalName(sale)}>
          <Money amount={landed_total} />
        </Term>
        <Term name="Comprada em">
          {formatDateTime(awarded_at)}
          {round > 1 && `, na ${round}ª rodada`}
        </Term>
        <Term name="Da sua proposta">{kind_label}</Term>
        {sale.settled_at !== null && (
          <Term name="Concluída em">{formatDateTime(sale.settled_at)}</Term>
        )}
      </TermList>
    </Card>
  );
}
