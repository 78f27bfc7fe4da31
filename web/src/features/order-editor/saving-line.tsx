import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import { serviceZone } from '../../text/dates.ts';
import { AlertIcon, CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import styles from './editor.module.css';
import type { Saving } from './use-draft.ts';

/** Shows in one line where the draft is stored. */
export function SavingLine({ saving }: { readonly saving: Saving }) {
  const { icon: Icon, text, tone } = lineOf(saving);
  return (
    <p className={styles['saving']} role="status" data-tone={tone}>
      {Icon !== undefined && <Icon size={16} />}
      {text}
    </p>
  );
}

function lineOf(saving: Saving): {
  readonly icon?: typeof CheckIcon;
  readonly text: string;
  readonly tone?: 'warn' | 'danger';
} {
  switch (saving.state) {
    case 'saved': {
      const when =
        saving.at === undefined
          ? 'Rascunho salvo'
          : `Rascunho salvo às ${formatTimestamp(saving.at, serviceZone).slice(11, 16)}`;
      return saving.leftBehind === undefined
        ? { icon: CheckIcon, text: when }
        : {
            icon: CheckIcon,
            text: `${when}. Falta preencher: ${saving.leftBehind} (guardado neste aparelho).`,
          };
    }
    case 'waiting':
    case 'saving':
      return { text: 'Salvando…' };
    case 'on_device':
      return {
        icon: OfflineIcon,
        text: 'Salvo neste aparelho. Vamos enviar quando houver conexão.',
        tone: 'warn',
      };
    case 'refused':
      return {
        icon: AlertIcon,
        text: `Salvo só neste aparelho: ${saving.sentence}`,
        tone: 'danger',
      };
    case 'conflict':
      return { icon: AlertIcon, text: 'Este rascunho mudou em outro lugar.', tone: 'danger' };
  }
}
