import type {
  ChannelPreference,
  EventPreferences,
} from '@lavra/contract/notifications/preferences';
import type { NotificationChannel } from '@lavra/domain/notification/event-types';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { SwitchTable, type SwitchCell } from '../../forms/switch-table.tsx';
import { channelColumns } from '../../text/channel-names.ts';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import styles from './account.module.css';

const reasons: Readonly<Record<'essential' | 'administration', string>> = {
  essential: 'Sempre ligado: trata de dinheiro ou de um compromisso.',
  administration: 'Sempre ligado: a administração exige.',
};

/** The page on which a person chooses by which channels to be notified of each event. */
export function NotificationChoicesPage() {
  usePageTitle('Avisos – Minha conta');
  const preferences = useRead('getNotificationPreferences', {}, { staleTime: 0 });
  return (
    <QueryView
      query={preferences}
      skeleton={
        <Card>
          <Loading lines={10} />
        </Card>
      }
    >
      {({ data }) => <Choices events={data} />}
    </QueryView>
  );
}

/** What is being saved: the state that is shown until the reply is there. */
type Pending = Readonly<Record<string, boolean>>;

/** What is chosen, as it is shown until the reply is there, and how saving it went. */
function useChoosing() {
  const save = useChange('updateNotificationPreferences');
  const [pending, setPending] = useState<Pending>({});
  const [said, setSaid] = useState('');
  const choose = async (event: EventPreferences, channel: NotificationChannel, on: boolean) => {
    const key = `${event.event} ${channel}`;
    setPending((before) => ({ ...before, [key]: on }));
    setSaid('Salvando…');
    try {
      await save.mutateAsync({ body: { choices: [{ event: event.event, channel, enabled: on }] } });
      setSaid('Salvo.');
    } catch (error) {
      setSaid('');
      toastProblem(error);
    }
    setPending((before) =>
      Object.fromEntries(Object.entries(before).filter(([other]) => other !== key)),
    );
  };
  const cellOf = (
    one: EventPreferences,
    channel: NotificationChannel,
    { enabled, locked }: ChannelPreference,
  ): SwitchCell | undefined => {
    const checked = pending[`${one.event} ${channel}`] ?? enabled;
    return locked === 'off'
      ? undefined
      : {
          checked,
          locked: locked !== null,
          onToggle: () => void choose(one, channel, !checked),
        };
  };
  return { cellOf, said };
}

/** Each switch is saved at once. */
function Choices({ events }: { readonly events: readonly EventPreferences[] }) {
  const { cellOf, said } = useChoosing();
  // A channel that is off for every event is no choice.
  const columns = channelColumns.filter(([channel]) =>
    events.some(({ channels }) => channels[channel].locked !== 'off'),
  );
  return (
    <Card
      title="O que você quer receber"
      lead="Cada escolha é salva na hora. Os e-mails de acesso e segurança da conta chegam sempre. Um traço: a plataforma não avisa por ali."
    >
      <SwitchTable
        label="Seus avisos"
        caption="Por onde você recebe cada aviso"
        head="Quando"
        columns={columns}
        rows={events.map((one) => ({
          key: one.event,
          name: one.label,
          note: noteOf(one),
          cells: Object.fromEntries(
            columns.map(([channel]) => [channel, cellOf(one, channel, one.channels[channel])]),
          ),
        }))}
      />
      <p role="status" className={styles['saved']}>
        {said}
      </p>
    </Card>
  );
}

/** Returns why some of an event's channels cannot be switched off. */
function noteOf({ channels }: EventPreferences): string | undefined {
  const lock = Object.values(channels)
    .map(({ locked }) => locked)
    .find((one) => one === 'essential' || one === 'administration');
  return lock === 'essential' || lock === 'administration' ? reasons[lock] : undefined;
}
