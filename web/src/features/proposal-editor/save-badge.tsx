import { AlertIcon, CheckCircleIcon, DeviceIcon } from '../../ui/icons.tsx';
import type { SaveState } from './draft-saver.ts';
import styles from './editor.module.css';

/** Shows in a few words how safely the input is stored. */
export function SaveBadge({
  state,
  onConflict,
}: {
  readonly state: SaveState;
  readonly onConflict: () => void;
}) {
  return (
    <div className={styles['badge']} data-kind={state.kind}>
      {state.kind === 'saved' ? (
        <CheckCircleIcon size={18} />
      ) : state.kind === 'conflict' ? (
        <AlertIcon size={18} />
      ) : (
        <DeviceIcon size={18} />
      )}
      <span role="status">{textOf(state)}</span>
      {state.kind === 'conflict' && (
        <button type="button" className={styles['plain']} onClick={onConflict}>
          Escolher
        </button>
      )}
    </div>
  );
}

function textOf(state: SaveState): string {
  switch (state.kind) {
    case 'untouched':
      return 'Ainda não preenchida';
    case 'waiting':
      return 'Salvo neste aparelho';
    case 'saving':
      return 'Salvando…';
    case 'saved':
      return `Salvo no servidor às ${state.at.slice(11, 16)}`;
    case 'conflict':
      return 'Conflito: este rascunho mudou em outro lugar.';
    case 'device':
      return `Salvo neste aparelho. ${state.sentence}`;
  }
}
