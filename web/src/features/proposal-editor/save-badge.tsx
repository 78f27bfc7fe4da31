import { formatStored } from '../../text/dates.ts';
import { AlertIcon, CheckCircleIcon, DeviceIcon } from '../../ui/icons.tsx';
import styles from './editor.module.css';
import type { DraftState } from './use-draft.ts';

/** Shows in a few words how safely the input is stored. */
export function SaveBadge({
  draft,
  onConflict,
}: {
  readonly draft: Pick<DraftState, 'state' | 'stored'>;
  readonly onConflict: () => void;
}) {
  const { icon: Icon, text, tone } = badgeOf(draft);
  return (
    <div className={styles['badge']} data-tone={tone}>
      <Icon size={18} />
      <span role="status">{text}</span>
      {draft.state.kind === 'conflict' && (
        <button type="button" className={styles['plain']} onClick={onConflict}>
          Escolher
        </button>
      )}
    </div>
  );
}

interface Badge {
  readonly icon: typeof DeviceIcon;
  readonly text: string;
  readonly tone?: 'saved' | 'device' | 'conflict';
}

function badgeOf({ state, stored }: Pick<DraftState, 'state' | 'stored'>): Badge {
  const onDevice = (why: string): Badge => ({
    icon: DeviceIcon,
    text: `Salvo neste aparelho. ${why}`,
    tone: 'device',
  });
  switch (state.kind) {
    case 'unchanged':
    case 'saved':
      return stored === undefined
        ? { icon: DeviceIcon, text: 'Ainda não preenchida' }
        : {
            icon: CheckCircleIcon,
            text: `Salvo no servidor ${formatStored(stored.updated_at, new Date())}`,
            tone: 'saved',
          };
    case 'waiting':
      return { icon: DeviceIcon, text: 'Salvo neste aparelho' };
    case 'saving':
      return { icon: DeviceIcon, text: 'Salvando…' };
    case 'offline':
      return onDevice('Sem conexão: salvamos o rascunho quando o sinal voltar.');
    case 'refused':
      return onDevice(state.sentence);
    case 'conflict':
      return {
        icon: AlertIcon,
        text: 'Conflito: este rascunho mudou em outro lugar.',
        tone: 'conflict',
      };
  }
}
