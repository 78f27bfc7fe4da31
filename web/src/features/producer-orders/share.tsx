import { producerPaths } from '../../paths/producer.ts';
import { usePortal } from '../../runtime/context.tsx';
import { formatDeadline } from '../../text/dates.ts';
import { toast } from '../../ui/toasts.tsx';
import type { ShownOrder } from './use-order.ts';

type Shared = Pick<ShownOrder, 'uuid' | 'number' | 'description' | 'deadline_date'>;

/**
 * Returns the text to share with a partner: the order and its link, nothing about the proposals.
 */
const sharedText = ({ number, description, deadline_date }: Shared, address: string): string =>
  `Cotação ${number}: ${description}. Propostas ${formatDeadline(deadline_date)}. ${address}`;

/** Shares the link to an order with a partner or spouse; opening it requires signing in. */
export function ShareActions({ order }: { readonly order: Shared }) {
  const {
    definition: { base },
  } = usePortal();
  const address = `${location.origin}${base}${producerPaths.order(order.uuid)}`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      toast('Link copiado. Quem abrir entra com a própria conta.');
    } catch {
      toast('O navegador não deixou copiar.', { tone: 'danger' });
    }
  };
  return (
    <>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(sharedText(order, address))}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        Enviar a um sócio por WhatsApp
      </a>
      <button
        type="button"
        onClick={() => {
          void copy();
        }}
      >
        Copiar link para um sócio
      </button>
    </>
  );
}
