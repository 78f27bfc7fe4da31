import { countOf } from '../../text/decimal.ts';
/** Returns the message that goes with the link to an order's public page; it names no producer. */
export const invitationText = (
  { items }: { readonly items: readonly unknown[] },
  deadline: string,
  url: string,
): string =>
  `Cotação de insumos com ${countOf(items.length, ['item', 'itens'])}. Propostas ${deadline}. Veja e envie a sua: ${url}`;
