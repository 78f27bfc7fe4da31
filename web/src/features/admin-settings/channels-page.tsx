import { Button } from '@mantine/core';
import type {
  EventChannels,
  NotificationChannels,
} from '@lavra/contract/admin/notification-channels';
import {
  notificationChannels,
  notificationProfiles,
  type NotificationChannel,
  type NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { SwitchTable, type SwitchRow } from '../../forms/switch-table.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { Chips } from '../../lists/chips.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { useMay } from '../../runtime/context.tsx';
import { channelColumns } from '../../text/channel-names.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { unlessDefault } from '../admin-kit/list-state.ts';
import styles from './settings.module.css';
import { countOf } from '../../text/decimal.ts';

const profileTabs = [
  ['producer', 'Produtores'],
  ['supplier', 'Fornecedores'],
  ['admin', 'Administração'],
] as const;
/** Edits through which channels each profile is notified of each event. */
export function ChannelsPage() {
  const channels = useRead('listNotificationChannels', {}, { staleTime: 0 });
  return (
    <Page
      title="Canais de aviso"
      lead="Por onde cada perfil fica sabendo de cada acontecimento. Cada pessoa pode desligar para si o que não é obrigatório. Quem não tem celular não recebe pelo WhatsApp."
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

interface Requirement {
  readonly profile: NotificationProfile;
  readonly event: EventName;
  readonly required: boolean;
}
const isSame =
  (a: Requirement) =>
  (b: Requirement): boolean =>
    a.profile === b.profile && a.event === b.event;

/** The changes on the page, and how many there are. Switching forth and back is no change. */
function useChanges(channels: Profiles) {
  const [switches, setSwitches] = useState<readonly Change[]>([]);
  const [requirements, setRequirements] = useState<readonly Requirement[]>([]);
  const isOn = (of: Omit<Change, 'enabled'>): boolean =>
    switches.find(isOf(of))?.enabled ??
    channels[of.profile].find(({ event }) => event === of.event)?.channels[of.channel] ??
    false;
  return {
    count: switches.length + requirements.length,
    touches: (profile: NotificationProfile): boolean =>
      [...switches, ...requirements].some((one) => one.profile !== profile),
    isOn,
    isRequired: (profile: NotificationProfile, { event, required }: EventChannels): boolean =>
      requirements.find(isSame({ profile, event, required: false }))?.required ??
      Object.values(required).every(Boolean),
    toggle: (of: Omit<Change, 'enabled'>): void => {
      const others = switches.filter((one) => !isOf(of)(one));
      const isBack = others.length < switches.length;
      setSwitches(isBack ? others : [...others, { ...of, enabled: !isOn(of) }]);
    },
    require: (one: Requirement): void => {
      const others = requirements.filter((other) => !isSame(one)(other));
      setRequirements(others.length < requirements.length ? others : [...others, one]);
    },
    discard: (): void => {
      setSwitches([]);
      setRequirements([]);
    },
    /** The body to send: a required event sends all its channels. */
    write: () => [
      ...switches.filter((one) => !requirements.some(isSame({ ...one, required: false }))),
      ...requirements.flatMap((one) =>
        notificationChannels.map((channel) => ({
          ...one,
          channel,
          enabled: isOn({ profile: one.profile, event: one.event, channel }),
        })),
      ),
    ],
  };
}

function Matrix({ channels }: { readonly channels: Profiles }) {
  const [search, changeAddress] = useAddress();
  const profile = readWord(search['perfil'], notificationProfiles, 'producer');
  const mayEdit = useMay('settings.edit');
  const changes = useChanges(channels);
  const label = profileTabs.find(([name]) => name === profile)?.[1] ?? '';
  return (
    <>
      <LeaveGuard when={changes.count > 0} />
      <Chips
        label="Perfil"
        value={profile}
        options={profileTabs}
        onChange={(next) => changeAddress({ perfil: unlessDefault(next, 'producer') })}
      />
      <Card flush>
        <SwitchTable
          label={`Canais de ${label}`}
          caption={`Por onde se avisa: ${label}`}
          head="Acontecimento"
          columns={[...channelColumns, ['required', 'Obrigatório']]}
          rows={channels[profile].map((one) => rowOf(one, profile, changes, !mayEdit))}
        />
      </Card>
      {mayEdit && <SaveBar changes={changes} profile={profile} />}
    </>
  );
}

interface SaveBarProps {
  readonly changes: ReturnType<typeof useChanges>;
  /** The profile that is shown. */
  readonly profile: NotificationProfile;
}

function SaveBar({ changes, profile }: SaveBarProps) {
  const save = useChange('updateNotificationChannels');
  const [busy, once] = useOneAtATime();
  const saveAll = async (): Promise<void> => {
    if (changes.count === 0) return;
    try {
      await save.mutateAsync({ body: { channels: changes.write() } });
      changes.discard();
      toast('Canais de aviso salvos.');
    } catch (error) {
      toastProblem(error);
    }
  };
  const elsewhere = changes.touches(profile) ? ', também em outro perfil' : '';
  return (
    <div className={styles['save']} data-waiting={changes.count > 0 || undefined}>
      <p role="status">
        {changes.count === 0
          ? 'Nada a salvar.'
          : `${countOf(changes.count, ['alteração', 'alterações'])} a salvar${elsewhere}.`}
      </p>
      {changes.count > 0 && (
        <Button variant="default" onClick={changes.discard}>
          Desfazer
        </Button>
      )}
      <Button
        aria-disabled={busy || changes.count === 0}
        onClick={() => {
          void once(saveAll);
        }}
      >
        {busy ? 'Salvando…' : 'Salvar'}
      </Button>
    </div>
  );
}

/** An event's row: its channels, and whether people must receive it. */
function rowOf(
  one: EventChannels,
  profile: NotificationProfile,
  changes: ReturnType<typeof useChanges>,
  locked: boolean,
): SwitchRow<NotificationChannel | 'required'> {
  const { event } = one;
  const cell = (channel: NotificationChannel) => ({
    checked: changes.isOn({ profile, event, channel }),
    locked,
    onToggle: () => changes.toggle({ profile, event, channel }),
  });
  const required = changes.isRequired(profile, one);
  return {
    key: event,
    name: one.label,
    cells: {
      in_app: cell('in_app'),
      email: cell('email'),
      whatsapp: cell('whatsapp'),
      required: {
        checked: required,
        locked,
        onToggle: () => changes.require({ profile, event, required: !required }),
      },
    },
  };
}
