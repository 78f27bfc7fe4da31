import { Button, TextInput } from '@mantine/core';
import type { Setting, SettingValue } from '@lavra/contract/admin/settings';
import { useState } from 'react';
import { CheckField, PasswordField, SelectField } from '../../forms/fields.tsx';
import { choices, hints, MASK, showValue } from './setting-texts.ts';
import styles from './settings.module.css';

interface SettingFieldProps {
  readonly setting: Setting;
  readonly value: SettingValue;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: SettingValue) => void;
}

/** The field of one setting, by its type. */
export function SettingField({ setting, value, error, readOnly, onChange }: SettingFieldProps) {
  const { key, label, type } = setting;
  if (readOnly)
    return (
      <div className={styles['plain']}>
        <span>{label}</span>
        <strong>{showValue(setting, value)}</strong>
      </div>
    );
  if (type === 'secret') return <SecretField {...{ setting, value, error, onChange }} />;
  if (type === 'boolean')
    return (
      <div className={styles['wide']}>
        <CheckField label={label} checked={value === true} onChange={onChange} />
        {hints[key] !== undefined && <p className={styles['hint']}>{hints[key]}</p>}
      </div>
    );
  if (type === 'enum')
    return (
      <SelectField
        label={label}
        value={String(value)}
        options={choices[key] ?? [[String(value), String(value)]]}
        error={error}
        onChange={onChange}
      />
    );
  return <TextSetting {...{ setting, value, error, onChange }} />;
}

type EditedProps = Omit<SettingFieldProps, 'readOnly'>;

/** A text, an address or a number; what is no number yet stays as it was typed. */
function TextSetting({ setting: { key, label, type }, value, error, onChange }: EditedProps) {
  const isNumber = type === 'integer';
  return (
    <TextInput
      label={label}
      {...(hints[key] === undefined ? {} : { description: hints[key] })}
      value={value === null ? '' : String(value)}
      error={error}
      inputMode={
        isNumber ? 'numeric' : type === 'email' ? 'email' : type === 'url' ? 'url' : 'text'
      }
      autoCapitalize="off"
      spellCheck={false}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(isNumber && /^\d+$/.test(typed) ? Number(typed) : typed)
      }
    />
  );
}

/** A secret can be written but not read: it is kept, or replaced. */
function SecretField({ setting, value, error, onChange }: EditedProps) {
  const [open, setOpen] = useState(false);
  const isChanging = open && value !== setting.value;
  if (setting.value === MASK && !open && !isChanging) {
    const change = (): void => {
      setOpen(true);
      onChange('');
    };
    return <KeptSecret label={setting.label} onChange={change} />;
  }
  return (
    <div>
      <PasswordField
        label={setting.label}
        value={value === null || value === MASK ? '' : String(value)}
        error={error}
        autoComplete="new-password"
        {...(setting.value === MASK
          ? { description: 'Vazio, o que está guardado é apagado.' }
          : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {setting.value === MASK && (
        <button
          type="button"
          className={styles['keep']}
          onClick={() => {
            setOpen(false);
            onChange(MASK);
          }}
        >
          Manter o que está guardado
        </button>
      )}
    </div>
  );
}

const KeptSecret = ({
  label,
  onChange,
}: {
  readonly label: string;
  readonly onChange: () => void;
}) => (
  <div className={styles['secret']}>
    <span>{label}</span>
    <div>
      <span aria-label="guardado">{MASK}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Alterar ${label}`}
        onClick={onChange}
      >
        Alterar
      </Button>
    </div>
  </div>
);
