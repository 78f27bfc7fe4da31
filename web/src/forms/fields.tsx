import { Input, TextInput, type TextInputProps } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { EyeIcon, EyeOffIcon } from '../ui/icons.tsx';
import { keepingMoney } from '../ui/money.tsx';
import styles from './form.module.css';

/** A password field whose content can be shown; password managers and pasting are supported. */
export function PasswordField(props: TextInputProps & { readonly 'data-path'?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      rightSectionWidth={48}
      rightSection={
        <button
          type="button"
          className={styles['eye']}
          aria-label="Mostrar a senha"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </button>
      }
    />
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (event: React.FocusEvent<HTMLSelectElement>) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly required?: boolean;
  readonly error?: ReactNode;
  readonly description?: string;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  /** For a field beside others without a hint, so that their boxes stand in one line. */
  readonly isHintBelow?: boolean;
  readonly 'data-path'?: string;
}

/** A select field that uses the device's own list of choices, which is easiest to use on phones. */
export function SelectField({
  label,
  value,
  onChange,
  onBlur,
  options,
  required = false,
  error,
  description,
  placeholder,
  autoComplete,
  isHintBelow = false,
  ...rest
}: SelectProps) {
  const id = useId();
  const described = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(error ? [`${id}-error`] : []),
  ].join(' ');
  return (
    <Input.Wrapper
      id={id}
      label={label}
      size="md"
      required={required}
      {...(error ? { error } : {})}
      {...(description === undefined ? {} : { description })}
      {...(isHintBelow ? { inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {})}
    >
      <select
        id={id}
        className={styles['select']}
        value={value}
        required={required}
        aria-invalid={Boolean(error)}
        aria-describedby={described || undefined}
        autoComplete={autoComplete}
        data-path={rest['data-path']}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Input.Wrapper>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly hint?: string;
  }[];
  readonly hiddenLegend?: boolean;
}

/** A choice between a few options, each a card to tap. */
export function ChoiceField<Value extends string>({
  legend,
  name,
  value,
  onChange,
  options,
  hiddenLegend = false,
}: ChoiceProps<Value>) {
  return (
    <fieldset className={styles['group']} style={{ gap: 0 }}>
      <legend className={hiddenLegend ? 'lv-hidden' : undefined}>{legend}</legend>
      <div className={styles['choices']}>
        {options.map((option) => (
          <label key={option.value} className={styles['choice']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <strong>{option.label}</strong>
              {option.hint !== undefined && <small>{keepingMoney(option.hint)}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A checkbox with its label beside it. */
export function CheckField({
  label,
  hint,
  checked,
  onChange,
  ...rest
}: {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly 'data-path'?: string;
}) {
  return (
    <label className={styles['check']}>
      <input
        type="checkbox"
        checked={checked}
        data-path={rest['data-path']}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {hint === undefined ? (
        label
      ) : (
        <span>
          {label}
          <small>{keepingMoney(hint)}</small>
        </span>
      )}
    </label>
  );
}
