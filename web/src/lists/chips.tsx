import { useId } from 'react';
import styles from './lists.module.css';

interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** A filter with a few options, one selected at a time. */
export function Chips<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['chips']}>
      <legend className="lv-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option} className={styles['chip']}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
