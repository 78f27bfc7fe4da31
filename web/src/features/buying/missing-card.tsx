import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/reason-of.ts';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { newKey } from '../../forms/operation-key.ts';
import { producerPaths } from '../../paths/producer.ts';
import { countOf, formatQuantity } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { ActionRow } from '../../ui/record.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import { inWords, itemsText } from './award-texts.ts';
import { boughtItems, leftOver } from './basket.ts';
import { isBuyable } from './combinations-link.tsx';
import { LeftList, type Left } from './left-over.tsx';

interface MissingCardProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
  readonly isReader: boolean;
}

/** What is missing after the choice, and both ways to buy it: from these proposals, or by new ones. */
export function MissingCard({ order, proposals, isReader }: MissingCardProps) {
  const bought = boughtItems(proposals);
  const left: readonly Left[] = [
    ...inWords(leftOver(order.items, new Map(), { proposals, bought })),
    ...boughtInPart(proposals),
  ];
  if (left.length === 0 || (order.status !== 'adjudicada' && order.status !== 'finalizada'))
    return null;
  const canBuyMore = isBuyable(order, proposals);
  return (
    <Card
      title={left.length === 1 ? 'Falta 1 item' : `Faltam ${itemsText(left.length)}`}
      {...(canBuyMore
        ? { lead: 'Até 72 horas depois da escolha ainda se compra destas propostas.' }
        : {})}
    >
      <LeftList left={left} />
      {!isReader && (
        <ActionRow>
          {canBuyMore && (
            <Button
              renderRoot={(props) => (
                <Link to={producerPaths.combinations(order.uuid)} {...props} />
              )}
            >
              Comprar mais
            </Button>
          )}
          <RequoteButton order={order.uuid} />
        </ActionRow>
      )}
    </Card>
  );
}

/** Returns the items that were bought in a smaller quantity than asked. */
const boughtInPart = (proposals: readonly ReceivedProposal[]): readonly Left[] =>
  proposals.flatMap(({ award, items }) =>
    items.flatMap(({ order_item: item, order_item_id: id, quantity }) =>
      award?.order_item_ids.includes(id) === true && quantity < item.quantity
        ? [
            {
              item,
              why: `comprado ${formatQuantity(quantity)} de ${formatUnits(item.quantity, item.unit)}`,
            },
          ]
        : [],
    ),
  );

const isRequoted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_requoted';

/** Makes a draft of what is missing, in one press; leads to the order that has it already. */
function RequoteButton({ order }: { readonly order: string }) {
  const duplicate = useChange('duplicateOrder');
  const navigate = useNavigate();
  const [busy, once] = useOneAtATime();
  const run = async (): Promise<void> => {
    try {
      const made = await duplicate.mutateAsync({
        params: { order },
        body: { only: 'unbought' },
        idempotencyKey: newKey(),
      });
      toast(
        `Rascunho ${made.number} criado com o que faltou.${made.skipped_items === 0 ? '' : ` ${countOf(made.skipped_items, ['item ficou', 'itens ficaram'])} de fora: o produto não está mais no catálogo.`}`,
      );
      await navigate({ to: producerPaths.orderEditor(made.uuid) });
    } catch (error) {
      toastProblem(error);
      // The refusal names the order that quotes the rest: it is shown.
      const [busca] = isRequoted(error) ? (/COT-[\d-]+\d/.exec(messageOf(error)) ?? []) : [];
      if (busca !== undefined) await navigate({ to: producerPaths.orders, search: { busca } });
    }
  };
  return (
    <Button
      variant="default"
      aria-disabled={busy}
      onClick={() => {
        void once(run);
      }}
    >
      {busy ? 'Criando o rascunho…' : 'Cotar o que faltou'}
    </Button>
  );
}
