import type { Feature } from '@lavra/contract/admin/plans';
import type { FeatureValue } from '@lavra/domain/subscription/feature';
import styles from './matrix.module.css';

interface MatrixCellProps {
  readonly feature: Feature;
  readonly plan: string;
  readonly value: FeatureValue | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: FeatureValue | undefined) => void;
}

const limitModes = [
  ['none', 'não restringe'],
  ['unlimited', 'sem limite'],
  ['limit', 'até'],
] as const;
const switchModes = [
  ['none', 'não restringe'],
  ['yes', 'sim'],
  ['no', 'não'],
] as const;

/** One value: a limit as a number or unlimited, a yes or no, or no restriction at all. */
export function MatrixCell({ feature, plan, value, readOnly, onChange }: MatrixCellProps) {
  if (readOnly) return showValue(value);
  const name = `${feature.name}, ${plan}`;
  if (feature.type === 'boolean') {
    return (
      <select
        className={styles['mode']}
        aria-label={name}
        value={value === undefined ? 'none' : value === true ? 'yes' : 'no'}
        onChange={(event) =>
          onChange({ none: undefined, yes: true, no: false }[event.currentTarget.value])
        }
      >
        {switchModes.map(([mode, label]) => (
          <option key={mode} value={mode}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <span className={styles['limit']}>
      <select
        className={styles['mode']}
        aria-label={name}
        value={modeOf(value)}
        onChange={(event) => onChange(valueOfMode(event.currentTarget.value))}
      >
        {limitModes.map(([mode, label]) => (
          <option key={mode} value={mode}>
            {label}
          </option>
        ))}
      </select>
      {typeof value === 'number' && (
        <input
          type="number"
          min={0}
          step={1}
          aria-label={`${name}: limite`}
          value={value}
          onChange={(event) =>
            onChange(Math.max(0, Math.trunc(event.currentTarget.valueAsNumber || 0)))
          }
        />
      )}
    </span>
  );
}

function modeOf(value: FeatureValue | undefined): string {
  if (value === undefined) return 'none';
  return value === null ? 'unlimited' : 'limit';
}

function valueOfMode(mode: string): FeatureValue | undefined {
  if (mode === 'none') return undefined;
  return mode === 'unlimited' ? null : 1;
}

function showValue(value: FeatureValue | undefined): string {
  if (value === undefined) return 'não restringe';
  if (value === null) return 'sem limite';
  if (typeof value === 'number') return `até ${value}`;
  return value ? 'sim' : 'não';
}
