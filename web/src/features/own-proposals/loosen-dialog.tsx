import { TextInput } from '@mantine/core';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { canLoosenTerms } from '@lavra/domain/award/partial-terms';
import { useChange } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { formatMoney, readDecimal } from '../../text/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { saleText } from '../../ui/partial-terms.tsx';
import { WithMoney } from '../../ui/money.tsx';
import { toast } from '../../ui/toasts.tsx';

/** The full freight may still be shared: it is an amount, and in no purchase yet. */
const canShareFreight = ({ freight_amount, freight_rule, award }: Proposal): boolean =>
  freight_amount !== null && freight_rule === 'full' && award === null;

/** Returns whether a sent proposal can become easier to buy from than it is. */
export const canLoosenFurther = (proposal: Proposal): boolean =>
  canLoosenTerms(proposal.status, proposal.order.status) &&
  !proposal.order.is_suspended &&
  (proposal.award === null || proposal.award.order_item_ids.length < proposal.priced_items) &&
  (!proposal.allows_partial || proposal.partial_minimum !== null || canShareFreight(proposal));

interface LoosenDialogProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

function useLoosening({ proposal, onClose }: LoosenDialogProps) {
  const { uuid, version, partial_minimum } = proposal;
  const loosen = useChange('loosenPartialTerms');
  return useForm({
    initial: {
      partial_minimum: partial_minimum === null ? '' : amountText(partial_minimum),
      proportional: false,
    },
    rules: { partial_minimum: (value) => minimumProblem(value, proposal) },
    send: async ({ partial_minimum: minimum, proportional }) => {
      await loosen.mutateAsync({
        params: { id: uuid },
        ifMatch: version,
        body: {
          allows_partial: true,
          partial_minimum: readDecimal(minimum, 2) ?? null,
          ...(proportional ? { freight_rule: 'proportional' as const } : {}),
        },
      });
      toast('Pronto. O produtor já vê as novas condições.');
      onClose();
    },
  });
}

/** Makes a sent proposal easier to buy from; what is loosened is not taken back. */
export function LoosenDialog({ proposal, onClose }: LoosenDialogProps) {
  const form = useLoosening({ proposal, onClose });
  const { order, allows_partial, partial_minimum } = proposal;
  const hasMinimum = !allows_partial || partial_minimum !== null;
  return (
    <Dialog title="Facilitar a compra" onClose={onClose}>
      <p>
        Hoje, para {order.number}:{' '}
        <strong>
          <WithMoney text={saleText(proposal)} />
        </strong>
        . {wayOf(proposal)} Depois de salvo, isto não volta atrás; preços e itens ficam como estão.
      </p>
      <Form
        form={form}
        action={allows_partial ? 'Facilitar a compra' : 'Aceitar vender em parte'}
        acting="Salvando…"
        onCancel={onClose}
      >
        {hasMinimum && (
          <TextInput
            label="Mínimo em itens (R$)"
            description="Sem o frete. Em branco, qualquer valor."
            inputMode="decimal"
            {...form.fields.getInputProps('partial_minimum')}
          />
        )}
        {canShareFreight(proposal) && (
          <CheckField
            label="Frete proporcional ao valor dos itens comprados"
            hint="Hoje o frete inteiro é cobrado, mesmo em compra de parte dos itens."
            checked={form.fields.values.proportional}
            onChange={(on) => form.fields.setFieldValue('proportional', on)}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Returns what can become easier. */
function wayOf({ allows_partial, partial_minimum }: Proposal): string {
  if (!allows_partial)
    return 'Aceite vender só parte dos itens: o produtor pode comprar de você mesmo que não queira tudo.';
  return partial_minimum === null
    ? 'O frete pode ser só a parte dos itens comprados.'
    : 'Baixe o mínimo, ou deixe em branco para vender qualquer valor.';
}

const amountText = (amount: number): string => formatMoney(amount).replace(/^R\$\s*/, '');

/** Returns why the minimum cannot be this one: it is no amount, or higher than the offered one. */
function minimumProblem(
  typed: string,
  { allows_partial, partial_minimum }: Proposal,
): string | null {
  if (typed.trim() === '') return null;
  const amount = readDecimal(typed, 2);
  if (amount === undefined) return 'Escreva um valor, como 1.234,56.';
  return allows_partial && amount > (partial_minimum ?? 0)
    ? `O mínimo só pode baixar: no máximo ${formatMoney(partial_minimum ?? 0)}.`
    : null;
}
