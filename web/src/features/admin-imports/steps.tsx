import { CheckIcon } from '../../ui/icons.tsx';
import { steps } from './import-texts.ts';
import styles from './imports.module.css';

/** The steps of an import, with the current one marked. */
export const Steps = ({ at }: { readonly at: number }) => (
  <ol className={styles['steps']} aria-label="Passos da importação">
    {steps.map((step, index) => (
      <li
        key={step}
        data-done={index < at || undefined}
        aria-current={index === at ? 'step' : undefined}
      >
        <span aria-hidden="true">{index < at ? <CheckIcon size={16} /> : index + 1}</span>
        {step}
        {index < at && <span className="lv-hidden"> (feito)</span>}
      </li>
    ))}
  </ol>
);

/** A progress bar; without a number it is indeterminate. */
export const Progress = ({
  label,
  percent,
}: {
  readonly label: string;
  readonly percent?: number;
}) => (
  <div className={styles['progress']}>
    <p role="status">{label}</p>
    <progress aria-label={label} max={100} {...(percent === undefined ? {} : { value: percent })} />
  </div>
);
