import { Button } from '@mantine/core';
import type { NotificationChannels } from '@lavra/contract/admin/notification-channels';
import {
  notificationChannels,
  notificationProfiles,
  type NotificationChannel,
  type NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { Chips } from '../../lists/chips.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { useMay } from '../../runtime/context.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { unlessDefault } from '../admin-kit/list-state.ts';
import styles from './settings.module.css';

const profileTabs = [
  ['producer', 'Produtores'],
  ['supplier', 'Fornecedores'],
  ['admin', 'Administração'],
] as const;
const channelLabels: Readonly<Record<NotificationChannel, string>> = {
  in_app: 'No portal',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
};

/** Edits through which channels each profile is notified of each event. */
export function ChannelsPage() {
  const channels = useRead('listNotificationChannels', {}, { staleTime: 0 });
  return (
    <Page
      title="Canais de aviso"
      lead="Por onde cada perfil fica sabendo de cada acontecimento. Quem não tem celular não recebe pelo WhatsApp."
    >
      <QueryView
        query={channels}
        skeleton={
          <Card>
            <Loading lines={12} />
          </Card>
        }
      >
        {({ data }) => <Matrix channels={data} />}
      </QueryView>
    </Page>
  );
}

type Profiles = NotificationChannels['data'];
type EventName = Profiles['producer'][number]['event'];
interface Change {
  readonly profile: NotificationProfile;
  readonly event: EventName;
  readonly channel: NotificationChannel;
  readonly enabled: boolean;
}

const isOf =
  (a: Omit<Change, 'enabled'>) =>
  (b: Change): boolean =>
    a.profile === b.profile && a.event === b.event && a.channel === b.channel;

function Matrix({ channels }: { readonly channels: Profiles }) {
  const [search, changeAddress] = useAddress();
  const profile = readWord(search['perfil'], notificationProfiles, 'producer');
  const mayEdit = useMay('settings.edit');
  const save = useChange('updateNotificationChannels');
  const [busy, once] = useOneAtATime();
  const [changes, setChanges] = useState<readonly Change[]>([]);
  // Switching forth and back is no change.
  const toggle = (change: Change): void =>
    setChanges(
      changes.some(isOf(change))
        ? changes.filter((one) => !isOf(change)(one))
        : [...changes, change],
    );
  const saveAll = async (): Promise<void> => {
    if (changes.length === 0) return;
    try {
      await save.mutateAsync({ body: { channels: [...changes] } });
      setChanges([]);
      toast('Canais de aviso salvos.');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    }
  };
  const label = profileTabs.find(([name]) => name === profile)?.[1] ?? '';
  return (
    <>
      <LeaveGuard when={changes.length > 0} />
      <Chips
        label="Perfil"
        value={profile}
        options={profileTabs}
        onChange={(next) => changeAddress({ perfil: unlessDefault(next, 'producer') })}
      />
      <Card flush>
        <div
          className={styles['scroll']}
          role="region"
          aria-label={`Canais de ${label}`}
          tabIndex={0}
        >
          <table className={styles['channels']}>
            <caption className="lv-hidden">Por onde se avisa: {label}</caption>
            <thead>
              <tr>
                <th scope="col">Acontecimento</th>
                {notificationChannels.map((channel) => (
                  <th key={channel} scope="col">
                    {channelLabels[channel]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {channels[profile].map(({ event, label: what, channels: saved }) => (
                <tr key={event}>
                  <th scope="row">{what}</th>
                  {notificationChannels.map((channel) => {
                    const enabled =
                      changes.find(isOf({ profile, event, channel }))?.enabled ?? saved[channel];
                    return (
                      <td key={channel}>
                        <input
                          type="checkbox"
                          role="switch"
                          className={styles['switch']}
                          aria-label={`${what}: ${channelLabels[channel]}`}
                          checked={enabled}
                          disabled={!mayEdit}
                          onChange={() => toggle({ profile, event, channel, enabled: !enabled })}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {mayEdit && (
        <div className={styles['save']} data-waiting={changes.length > 0 || undefined}>
          <p role="status">
            {changes.length === 0
              ? 'Nada a salvar.'
              : `${changes.length === 1 ? '1 alteração' : `${changes.length} alterações`} a salvar${changes.some((one) => one.profile !== profile) ? ', também em outro perfil' : ''}.`}
          </p>
          {changes.length > 0 && (
            <Button variant="default" onClick={() => setChanges([])}>
              Desfazer
            </Button>
          )}
          <Button
            aria-disabled={busy || changes.length === 0}
            onClick={() => {
              void once(saveAll);
            }}
          >
            {busy ? 'Salvando…' : 'Salvar'}
          </Button>
        </div>
      )}
    </>
  );
}
