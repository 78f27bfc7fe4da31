import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ProducerPurchase } from '@lavra/contract/purchases/schemas';
import { useRead } from '../../data/use-api.ts';
import { useDownload } from '../../data/use-download.ts';
import { DataTable } from '../../lists/data-table.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { freightText, totalName } from '../../text/freight.ts';
import { ActionRow, FactLine, Term, TermList } from '../../ui/record.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { MarkName, ProposalName } from '../../ui/proposal-name.tsx';
import { QueryView } from '../../ui/states.tsx';
import { itemsText } from './award-texts.ts';
import { purchaseItemColumns } from '../purchases/purchase-item-columns.tsx';
import { purchaseTone } from '../purchases/purchase-tone.ts';

/** One purchase: what was bought from one proposal in one round, and how far it has come. */
export function PurchasePage() {
  const { purchase = '' }: { purchase?: string } = useParams({ strict: false });
  const query = useRead('getProducerPurchase', { params: { purchase } }, { staleTime: 0 });
  const found = query.data;
  return (
    <Page
      title={found?.order.description ?? 'Compra'}
      windowTitle={found?.number ?? 'Compra'}
      trail={[{ label: 'Compras', to: producerPaths.purchases }]}
      lead={
        found === undefined ? (
          ''
        ) : (
          <FactLine>
            <span className="lv-number">{found.number}</span>
            <Name purchase={found} />
            <Chip tone={purchaseTone[found.state]}>{found.state_label}</Chip>
          </FactLine>
        )
      }
    >
      <QueryView query={query}>{(one) => <Opened purchase={one} />}</QueryView>
    </Page>
  );
}

interface PurchaseProps {
  readonly purchase: ProducerPurchase;
}

const Name = ({ purchase: { label, mark } }: PurchaseProps) =>
  label === null ? <MarkName mark={mark} /> : <ProposalName proposal={{ label, mark }} />;

const Opened = ({ purchase }: PurchaseProps) => (
  <>
    {purchase.state === 'awarded' && (
      <p>
        O fornecedor recebeu o seu contato e vai procurar você. Se não procurar, diga na{' '}
        <Link to={producerPaths.orderResult(purchase.order.uuid)}>página do resultado</Link>.
      </p>
    )}
    <ActionRow>
      <PdfButton purchase={purchase} />
    </ActionRow>
    <Card>
      <Facts purchase={purchase} />
    </Card>
    <Card flush>
      <DataTable
        caption={`Itens da compra ${purchase.number}`}
        columns={purchaseItemColumns}
        rows={purchase.items}
        keyOf={({ order_item_id: id }) => id}
      />
    </Card>
  </>
);

function PdfButton({ purchase: { uuid, number } }: PurchaseProps) {
  const { busy, download } = useDownload();
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      loading={busy}
      onClick={() =>
        download('getProducerPurchasePdf', { purchase: uuid }, `pedido-de-compra_${number}.pdf`)
      }
    >
      Baixar pedido de compra (PDF)
    </Button>
  );
}

/** What was bought, for how much, when and from which proposal. */
function Facts({ purchase }: PurchaseProps) {
  const { order, proposal, items_amount, landed_total, round, awarded_at, settled_at } = purchase;
  return (
    <TermList>
      <Term name={totalName(purchase)}>
        <Money amount={landed_total} />
      </Term>
      <Term name="Itens">
        {itemsText(purchase.items_count)}, <Money amount={items_amount} />
      </Term>
      <Term name="Frete">
        <WithMoney text={freightText(purchase)} />
      </Term>
      <Term name="Comprada em">
        {formatDateTime(awarded_at)}
        {round > 1 && `, na ${round}ª rodada`}
      </Term>
      {settled_at !== null && <Term name="Concluída em">{formatDateTime(settled_at)}</Term>}
      <Term name="Cotação">
        <Link to={producerPaths.orderResult(order.uuid)} className="lv-link">
          {order.number}
        </Link>
      </Term>
      <Term name="De onde veio">
        <Link to={producerPaths.proposal(order.uuid, proposal)}>
          <Name purchase={purchase} />
        </Link>
        , {purchase.kind_label.toLowerCase()}
      </Term>
    </TermList>
  );
}
