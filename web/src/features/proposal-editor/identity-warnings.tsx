import type { Proposal } from '@lavra/contract/proposals/schemas';
import { betrayalLabels } from '../../text/betrayals.ts';
import { Notice } from '../../ui/states.tsx';
import styles from './editor.module.css';

const fields: Readonly<Record<string, string>> = {
  notes: 'observações',
  payment_terms: 'condição de pagamento',
  justification: 'justificativa',
  similar_product_name: 'produto similar',
  similar_product_description: 'descrição do similar',
};

/**
 * Warns where the proposal's texts would reveal the supplier to the producer; the service hides
 * these parts anyway.
 */
export function IdentityWarnings({ proposal }: { readonly proposal: Proposal | undefined }) {
  if (proposal === undefined || proposal.identity_warnings.length === 0) return null;
  return (
    <Notice tone="warn" title="Seu texto identifica a sua empresa." role="status">
      <p>
        O produtor não pode saber de quem é a proposta até escolher. Estas partes aparecem para ele
        como “[contato oculto]”:
      </p>
      <ul className={styles['warnings']}>
        {proposal.identity_warnings.map(({ path, kind, excerpt }) => (
          <li key={`${path}.${excerpt}`}>
            {locationOf(path, proposal)}: {betrayalLabels[kind]} “{excerpt}”
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Describes `items.2.notes` for the user: "Ureia, observações". */
function locationOf(path: string, { items }: Proposal): string {
  const [, index, field] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? [undefined, undefined, path];
  const name = fields[field ?? path] ?? path;
  const product = index === undefined ? undefined : items[Number(index)]?.order_item.product.name;
  return product === undefined
    ? name.replace(/^./, (letter) => letter.toUpperCase())
    : `${product}, ${name}`;
}
