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

/** Changes to settings that are not saved yet, and why some of them were refused. */
function useUnsaved(all: readonly Setting[]) {
  const [changes, setChanges] = useState<Changes>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    changes,
    errors,
    dirty: all.filter(
      ({ key, value }) =>
        key in changes && changes[key] !== value && !(changes[key] === '' && value === null),
    ),
    valueOf: ({ key, value }: Setting): SettingValue =>
      changes[key] ?? (key in changes ? null : value),
    set: (key: string, value: SettingValue): void => {
      setChanges({ ...changes, [key]: value });
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== key)));
    },
    refuse: setErrors,
    forget: (): void => setChanges({}),
    undo: (): void => {
      setChanges({});
      setErrors({});
    },
  };
}

type Unsaved = ReturnType<typeof useUnsaved>;

function Groups({ groups }: { readonly groups: SettingList['data'] }) {
  const mayEdit = useMay('settings.edit');
  const [asking, setAsking] = useState(false);
  const all = Object.values(groups).flat();
  const unsaved = useUnsaved(all);
  const { changes, dirty } = unsaved;
  const names = Object.keys(groups) as SettingGroup[]; // the reply's own keys
  return (
    <>
      {names.map((name) => (
        <Group key={name} name={name} settings={groups[name]} unsaved={unsaved} />
      ))}
      {mayEdit && (
        <SaveBar count={dirty.length} onUndo={unsaved.undo} onSave={() => setAsking(true)} />
      )}
      <LeaveGuard when={dirty.length > 0} />
      {asking && (
        <SaveDialog
          settings={dirty}
          changes={changes}
          all={all}
          onSaved={unsaved.forget}
          onRefused={unsaved.refuse}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface GroupProps {
  readonly name: SettingGroup;
  readonly settings: readonly Setting[];
  readonly unsaved: Unsaved;
}

function Group({ name, settings, unsaved: { dirty, errors, valueOf, set } }: GroupProps) {
  const mayEdit = useMay('settings.edit');
  const isChanged = dirty.some(({ group }) => group === name);
  return (
    <Card
      title={groupTexts[name].title}
      lead={groupTexts[name].lead}
      aside={isChanged ? <Chip tone="warn">Alterado</Chip> : undefined}
    >
      <div className={styles['fields']}>
        {settings.map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={valueOf(setting)}
            error={errors[setting.key]}
            readOnly={!mayEdit}
            onChange={(value) => set(setting.key, value)}
          />
        ))}
      </div>
      {mayEdit && (name === 'mail' || name === 'whatsapp') && (
        <TestSend kind={name} unsaved={isChanged} />
      )}
    </Card>
  );
}

interface SaveBarProps {
  readonly count: number;
  readonly onUndo: () => void;
  readonly onSave: () => void;
}

const SaveBar = ({ count, onUndo, onSave }: SaveBarProps) => (
  <div className={styles['save']} data-waiting={count > 0 || undefined}>
    <p role="status">
      {count === 0 ? 'Nada a salvar.' : `${countOf(count, ['alteração', 'alterações'])} a salvar.`}
    </p>
    {count > 0 && (
      <Button variant="default" onClick={onUndo}>
        Desfazer
      </Button>
    )}
    <Button
      aria-disabled={count === 0}
      {...(count === 0 ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (count > 0) onSave();
      }}
    >
      Revisar e salvar
    </Button>
  </div>
);

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
