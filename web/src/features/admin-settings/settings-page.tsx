import { Button } from '@mantine/core';
import type {
  Setting,
  SettingGroup,
  SettingList,
  SettingValue,
} from '@lavra/contract/admin/settings';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useMay } from '../../runtime/context.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SettingField } from './setting-field.tsx';
import { clearedBy, clearedTexts, groupTexts, showValue } from './setting-texts.ts';
import styles from './settings.module.css';
import { TestSend } from './test-send.tsx';
import { countOf } from '../../text/decimal.ts';

/** Edits the platform's settings, by group; changes are reviewed and saved together. */
export function SettingsPage() {
  const settings = useRead('listSettings', {}, { staleTime: 0 });
  return (
    <Page title="Configurações">
      <QueryView
        query={settings}
        skeleton={
          <Card>
            <Loading lines={12} />
          </Card>
        }
      >
        {({ data }) => <Groups groups={data} />}
      </QueryView>
    </Page>
  );
}

type Changes = Readonly<Record<string, SettingValue>>;

function Groups({ groups }: { readonly groups: SettingList['data'] }) {
  const mayEdit = useMay('settings.edit');
  const [changes, setChanges] = useState<Changes>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const all = Object.values(groups).flat();
  const dirty = all.filter(
    ({ key, value }) =>
      key in changes && changes[key] !== value && !(changes[key] === '' && value === null),
  );
  const set = (key: string, value: SettingValue): void => {
    setChanges({ ...changes, [key]: value });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== key)));
  };
  const names = Object.keys(groups) as SettingGroup[]; // the reply's own keys
  return (
    <>
      {names.map((name) => (
        <Card
          key={name}
          title={groupTexts[name].title}
          lead={groupTexts[name].lead}
          aside={
            dirty.some(({ group }) => group === name) ? (
              <Chip tone="warn">Alterado</Chip>
            ) : undefined
          }
        >
          <div className={styles['fields']}>
            {groups[name].map((setting) => (
              <SettingField
                key={setting.key}
                setting={setting}
                value={changes[setting.key] ?? (setting.key in changes ? null : setting.value)}
                error={errors[setting.key]}
                readOnly={!mayEdit}
                onChange={(value) => set(setting.key, value)}
              />
            ))}
          </div>
          {mayEdit && (name === 'mail' || name === 'whatsapp') && (
            <TestSend kind={name} unsaved={dirty.some(({ group }) => group === name)} />
          )}
        </Card>
      ))}
      {mayEdit && (
        <div className={styles['save']} data-waiting={dirty.length > 0 || undefined}>
          <p role="status">
            {dirty.length === 0
              ? 'Nada a salvar.'
              : `${countOf(dirty.length, ['alteração', 'alterações'])} a salvar.`}
          </p>
          {dirty.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setChanges({});
                setErrors({});
              }}
            >
              Desfazer
            </Button>
          )}
          <Button
            aria-disabled={dirty.length === 0}
            {...(dirty.length === 0 ? { 'data-disabled': true } : {})}
            onClick={() => {
              if (dirty.length > 0) setAsking(true);
            }}
          >
            Revisar e salvar
          </Button>
        </div>
      )}
      <LeaveGuard when={dirty.length > 0} />
      {asking && (
        <SaveDialog
          settings={dirty}
          changes={changes}
          all={all}
          onSaved={() => setChanges({})}
          onRefused={setErrors}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface SaveDialogProps {
  readonly settings: readonly Setting[];
  readonly changes: Changes;
  readonly all: readonly Setting[];
  readonly onSaved: () => void;
  readonly onRefused: (errors: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}

/** Shows the old and new values before they are saved. */
function SaveDialog({ settings, changes, all, onSaved, onRefused, onClose }: SaveDialogProps) {
  const save = useChange('updateSettings');
  const written = settings.map(({ key }) => ({
    key,
    value: changes[key] === '' ? null : (changes[key] ?? null),
  }));
  const cleared = clearedBy(all, Object.fromEntries(written.map(({ key, value }) => [key, value])));
  return (
    <ConfirmDialog
      title="Salvar configurações?"
      action="Salvar"
      onClose={onClose}
      body={
        <ul className={styles['diff']}>
          {settings.map((setting) => (
            <li key={setting.key}>
              <strong>{setting.label}</strong>
              <span>
                {showValue(setting, setting.value)} →{' '}
                {showValue(setting, changes[setting.key] ?? null)}
              </span>
            </li>
          ))}
          {cleared.map(({ key, label }) => (
            <li key={key}>
              <strong>{label}</strong>
              <span>{clearedTexts.before}</span>
            </li>
          ))}
        </ul>
      }
      run={async () => {
        let gone: readonly string[];
        try {
          gone = (await save.mutateAsync({ body: { settings: written } })).cleared_secrets ?? [];
        } catch (error) {
          if (error instanceof ApiError)
            onRefused(
              errorsByKey(
                error,
                written.map(({ key }) => key),
              ),
            );
          throw error;
        }
        onSaved();
        toast(
          gone.length === 0
            ? 'Configurações salvas.'
            : clearedTexts.after(
                all.filter(({ key }) => gone.includes(key)).map(({ label }) => label),
              ),
        );
      }}
    />
  );
}

/** Maps errors to setting keys: `settings.2.value` is the third setting that was sent. */
function errorsByKey({ errors }: ApiError, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentences]) => [
      keys[Number(/^settings\.(\d+)/.exec(path)?.[1])] ?? path,
      sentences.join(' '),
    ]),
  );
}
