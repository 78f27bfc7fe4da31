import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { CheckField } from '../forms/fields.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { areShortcutsOn, keysOfScreen, switchShortcuts, type KeyLine } from './keys.ts';
import styles from './extras.module.css';

const everywhere: readonly KeyLine[] = [
  ['Ctrl+K', 'ir para uma página, ou fazer algo'],
  ['/', 'o mesmo, onde a tela não tem busca'],
  ['Alt+1', 'ir para o conteúdo'],
  ['Alt+2', 'ir para o menu'],
  ['Alt+3', 'ir para a busca, onde há uma'],
  ['Alt+4', 'ir para o rodapé'],
  ['Esc', 'fechar menu ou janela'],
  ['?', 'abrir esta lista'],
];
const lists: readonly KeyLine[] = [
  ['/', 'buscar na lista'],
  ['j', 'próxima linha'],
  ['k', 'linha anterior'],
  ['Enter', 'abrir a linha'],
];

/** Lists the keyboard shortcuts of the current screen, with the switch for single-letter ones. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  const turn = (next: boolean): void => {
    switchShortcuts(next);
    setOn(next);
  };
  return (
    <Dialog title="Atalhos do teclado" onClose={onClose}>
      {keysOfScreen().map(({ title, lines }) => (
        <Keys key={title} title={title} lines={lines} />
      ))}
      <Keys title="Nas listas" lines={lists} />
      <Keys title="Em qualquer tela" lines={everywhere} />
      <p className={styles['note']}>No Mac, use Control+Option com o número.</p>
      <CheckField label="Usar atalhos de uma tecla só (?, /, j, k)" checked={on} onChange={turn} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Keys = ({ title, lines }: { readonly title: string; readonly lines: readonly KeyLine[] }) => (
  <section className={styles['group']}>
    <h3>{title}</h3>
    <dl className={styles['keys']}>
      {lines.map(([keys, text]) => (
        <div key={keys}>
          <dt>
            <Caps keys={keys} />
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Caps = ({ keys }: { readonly keys: string }) =>
  keys.split('+').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && '+'}
      <kbd>{key}</kbd>
    </Fragment>
  ));
