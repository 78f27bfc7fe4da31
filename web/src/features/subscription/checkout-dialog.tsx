import { Button } from '@mantine/core';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import type { PublicPlan } from '@lavra/contract/subscriptions/schemas';
import { checkoutMethods, paymentMethodLabels, type CheckoutMethod } from '@lavra/domain/payment/payment-status';
import { billingCycleLabels, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { useState } from 'react';
import { useChange } from '../../api/use-api.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { formatMoney } from '../../text/decimal.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/states.tsx';
import { Instructions } from './instructions.tsx';

interface CheckoutDialogProps { readonly plan: PublicPlan; readonly cycle: BillingCycle; readonly amount: number; readonly onClose: () => void }

const hints: Readonly<Record<CheckoutMethod, string>> = { pix: 'Cai na hora', boleto: 'Até 3 dias úteis', credit_card: 'Na página do meio de pagamento' };

/** Asks how to pay, then shows how. The card's number is never typed here. */
export function CheckoutDialog({ plan, cycle, amount, onClose }: CheckoutDialogProps) {
  const [method, setMethod] = useState<CheckoutMethod>('pix');
  const [paid, setPaid] = useState<{ readonly payment: OwnPayment; readonly instructions: OwnPayment['instructions'] }>();
  const [key] = useState(() => crypto.randomUUID());
  const checkout = useChange('checkoutSubscription', { stale: ['listOwnPayments', 'getOwnSubscription'] });
  const run = async (): Promise<void> => {
    try {
      // One key per way to pay: pressing again is the same charge. Without instructions the charge is asked about once more.
      setPaid(await checkout.mutateAsync({ body: { plan: plan.slug, billing_cycle: cycle, method }, ...(paid === undefined ? { idempotencyKey: `${key}.${method}` } : {}) }));
    } catch {
      // Said below.
    }
  };
  const isOpen = paid === undefined || paid.instructions === null;
  return (
    <Dialog title={paid === undefined ? 'Pagar a assinatura' : 'Como pagar'} onClose={onClose}>
      <p><strong>{plan.name}</strong>, {billingCycleLabels[cycle].toLowerCase()}, {formatMoney(amount)}.</p>
      {paid === undefined && <ChoiceField legend="Como você quer pagar?" name="method" value={method} onChange={setMethod} options={checkoutMethods.map((value) => ({ value, label: paymentMethodLabels[value], hint: hints[value] }))} />}
      {paid !== undefined && (paid.instructions === null ? <Notice tone="warn" role="status"><p>O meio de pagamento ainda não respondeu. A cobrança é a mesma: tente de novo em um instante.</p></Notice> : <Instructions instructions={paid.instructions} />)}
      {checkout.error !== null && <p role="alert" style={{ color: 'var(--lv-danger)' }}>{checkout.error.message}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>{isOpen ? 'Voltar' : 'Fechar'}</Button>
        {isOpen && <Button aria-disabled={checkout.isPending} onClick={() => { if (!checkout.isPending) void run(); }}>{checkout.isPending ? 'Gerando cobrança…' : paid === undefined ? 'Continuar' : 'Tentar de novo'}</Button>}
      </DialogActions>
    </Dialog>
  );
}
