import type { Proposal } from '@lavra/contract/proposals/schemas';
import { itemTextLabels } from '@lavra/domain/proposal/free-texts';
import { betrayalLabels } from '../../text/betrayals.ts';
import { Notice } from '../../ui/states.tsx';
import styles from './editor.module.css';

const fields: Readonly<Record<string, string>> = {
  ...itemTextLabels,
  payment_terms: 'Condição de pagamento',
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
    ? name
    : `${product}, ${name.replace(/^./, (letter) => letter.toLowerCase())}`;
}
