import { AlertIcon, CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import { formatStored } from '../../text/dates.ts';
import { leftBehind } from './draft-values.ts';
import styles from './editor.module.css';
import type { Draft } from './use-draft.ts';

/** Shows in one line where the draft is stored. */
export function SavingLine({ draft }: { readonly draft: Draft }) {
  const { icon: Icon, text, tone } = lineOf(draft);
  return (
    <p className={styles['saving']} role="status" data-tone={tone}>
      {Icon !== undefined && <Icon size={16} />}
      {text}
    </p>
  );
}

interface Line {
  readonly icon?: typeof CheckIcon;
  readonly text: string;
  readonly tone?: 'warn' | 'danger';
}

function lineOf({ state, stored, values }: Draft): Line {
  switch (state.kind) {
    case 'unchanged':
      return { icon: CheckIcon, text: 'Rascunho salvo' };
    case 'saved': {
      const when =
        stored === undefined
          ? 'Rascunho salvo'
          : `Rascunho salvo ${formatStored(stored.updated_at, new Date())}`;
      const rest = leftBehind(values);
      return {
        icon: CheckIcon,
        text:
          rest === undefined
            ? when
            : `${when}. Falta preencher: ${rest} (guardado neste aparelho).`,
      };
    }
    case 'waiting':
    case 'saving':
      return { text: 'Salvando…' };
    case 'offline':
      return {
        icon: OfflineIcon,
        text: 'Salvo neste aparelho. Vamos enviar quando houver conexão.',
        tone: 'warn',
      };
    case 'refused':
      return {
        icon: AlertIcon,
        text: `Salvo só neste aparelho: ${state.sentence}`,
        tone: 'danger',
      };
    case 'conflict':
      return { icon: AlertIcon, text: 'Este rascunho mudou em outro lugar.', tone: 'danger' };
  }
}
