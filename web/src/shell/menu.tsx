import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import styles from './shell.module.css';

interface MenuProps {
  readonly label: string;
  readonly name?: string;
  readonly button: ReactNode;
  readonly wide?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** Whether a menu is open; a press outside it and a focus there close it. */
function useOpen(box: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent | FocusEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false)
        setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open, box]);
  return [open, setOpen] as const;
}

/**
 * A button that opens a panel; Escape or a press outside closes it, and the focus returns to the
 * button.
 */
export function Menu({ label, name, button, wide = false, children }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpen(box);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    <div ref={box} className={styles['menuBox']} onKeyDown={press}>
      <button
        ref={trigger}
        type="button"
        className={styles['tool']}
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          id={panel}
          className={styles['menu']}
          data-menu=""
          data-wide={wide || undefined}
          role="group"
          aria-label={label}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
