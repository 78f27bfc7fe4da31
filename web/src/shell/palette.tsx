import { Button, TextInput } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { usePortal, useSession } from '../runtime/context.tsx';
import type { PaletteProps } from '../runtime/definition.ts';
import { countOf } from '../text/decimal.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import {
  matchGroups,
  paletteGroups,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts';
import styles from './palette.module.css';

/** The palette of a portal without records to search. */
export function PlainPalette(props: PaletteProps) {
  const [text, setText] = useState('');
  return (
    <Palette
      {...props}
      label="Página ou ação"
      placeholder="O que você procura?"
      text={text}
      onText={setText}
    />
  );
}

interface PaletteState extends PaletteProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Found elsewhere for the text, shown below pages and actions. */
  readonly records?: readonly PaletteGroup[];
  /** True while `records` are not those of the text yet. */
  readonly isWaiting?: boolean;
}

/**
 * A combobox over what the user may open and do: arrow keys choose, Enter opens, also what arrives
 * after it was pressed.
 */
export function Palette(state: PaletteState) {
  const { label, placeholder, text, onText, isWaiting = false, onClose } = state;
  const id = useId();
  const { groups, count, active, go, press, point } = useChosen(state, id);
  return (
    <Dialog title="Ir para…" onClose={onClose}>
      <div className={styles['box']}>
        <TextInput
          type="search"
          role="combobox"
          label={label}
          placeholder={placeholder}
          leftSection={<SearchIcon size={18} />}
          autoComplete="off"
          data-autofocus
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
          value={text}
          onKeyDown={press}
          onChange={(event) => {
            point(0);
            onText(event.currentTarget.value);
          }}
        />
        <FoundCount text={text.trim()} count={count} isWaiting={isWaiting} />
        <Options id={id} groups={groups} active={active} onGo={go} onPoint={point} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

interface FoundCountProps {
  readonly text: string;
  readonly count: number;
  readonly isWaiting: boolean;
}

/** Says how much was found, and shows that nothing was. */
const FoundCount = ({ text, count, isWaiting }: FoundCountProps) => (
  <>
    <p className="lv-hidden" role="status">
      {text === '' || isWaiting
        ? ''
        : countOf(count, ['resultado', 'resultados'], 'Nenhum resultado')}
    </p>
    {count === 0 && !isWaiting && <p>Nada encontrado para “{text}”.</p>}
  </>
);

/** What may be opened for the text, which of it is chosen, and the keys that choose and open. */
function useChosen(
  { text, records = [], isWaiting = false, onKeys, onClose }: PaletteState,
  id: string,
) {
  const own = useOwnGroups(text, onKeys);
  const groups = [...own, ...records];
  const options = groups.flatMap(({ entries }) => entries);
  const [at, setAt] = useState(0);
  const active = Math.min(at, Math.max(0, options.length - 1));
  const go = useGo(onClose);
  const entered = useRef<string>(undefined);
  const openActive = (): void => {
    const option = options[active];
    const isFound = own.some(({ entries }) => entries.some((entry) => entry === option));
    // Records shown while others are awaited belong to the text before.
    if (isWaiting && !isFound) entered.current = text;
    else if (option !== undefined) go(option);
  };
  // Enter pressed before the records arrive opens the first one as soon as it is there.
  useEffect(() => {
    if (entered.current === undefined || isWaiting) return;
    const isStill = entered.current === text;
    entered.current = undefined;
    if (isStill && options[0] !== undefined) go(options[0]);
  });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') openActive();
    else if (by !== undefined && options.length > 0)
      setAt((active + by + options.length) % options.length);
    else return;
    event.preventDefault();
  };
  return { groups, count: options.length, active, go, press, point: setAt };
}

/** A device for a finger, and too narrow for one with a keyboard; the footer hides its keys there. */
const NO_KEYBOARD = '(pointer: coarse) and (max-width: 767px)';

/** Returns the pages and actions of the portal that match the text, as this user has them. */
function useOwnGroups(text: string, onKeys: () => void): readonly PaletteGroup[] {
  const { definition, leave } = usePortal();
  const session = useSession();
  const groups = useMemo(
    () =>
      session === undefined
        ? []
        : [
            ...paletteGroups(definition, session),
            {
              title: 'Nesta tela',
              entries: [
                ...(matchMedia(NO_KEYBOARD).matches
                  ? []
                  : [{ label: 'Atalhos do teclado', words: 'teclas', run: onKeys }]),
                { label: 'Sair', words: 'encerrar sessão', run: () => void leave() },
              ],
            },
          ],
    [definition, session, onKeys, leave],
  );
  return matchGroups(groups, text);
}

/** Returns the function that closes the palette and opens an entry. */
function useGo(onClose: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return ({ from, run, ...entry }) => {
    const { to, search = {} } = from?.(path) ?? entry;
    onClose();
    run?.();
    if (to !== undefined) void navigate({ to, search });
  };
}

interface OptionsProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly active: number;
  readonly onGo: (entry: PaletteEntry) => void;
  readonly onPoint: (index: number) => void;
}

function Options({ id, groups, active, onGo, onPoint }: OptionsProps) {
  const firsts = groups.map((_group, index) =>
    groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0),
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Resultados" className={styles['list']}>
      {groups.map(({ title, entries }, group) => (
        <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
          <p id={`${id}-group-${group}`} role="presentation">
            {title}
          </p>
          {entries.map((entry, index) => {
            const number = (firsts[group] ?? 0) + index;
            return (
              <div
                key={`${entry.label} ${entry.to ?? ''} ${entry.note ?? ''}`}
                id={`${id}-${number}`}
                role="option"
                aria-selected={number === active}
                className={styles['option']}
                onPointerMove={() => onPoint(number)}
                onClick={() => onGo(entry)}
              >
                {entry.label}
                {entry.note !== undefined && <small>{entry.note}</small>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
