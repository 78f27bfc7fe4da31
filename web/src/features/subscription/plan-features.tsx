import type { OwnSubscription } from '@lavra/contract/subscriptions/schemas';
import { formatCount } from '../../text/decimal.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import styles from './subscription.module.css';

const said = (value: number | boolean | null): string =>
  value === null ? 'sem limite' : typeof value === 'number' ? `até ${formatCount(value)}` : '';

/** Lists what a plan includes, and what it does not. */
export function Features({ features }: { readonly features: OwnSubscription['features'] }) {
  return (
    <ul className={styles['features']}>
      {features.map(({ key, name, value }) => (
        <li key={key} data-off={value === false || undefined}>
          {value === false ? <span aria-hidden="true">–</span> : <CheckIcon size={16} />}
          <span>
            {name}
            {said(value) === '' ? '' : `: ${said(value)}`}
            {value === false && <span className="lv-hidden"> (não incluído)</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
