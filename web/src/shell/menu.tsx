import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import styles from './shell.module.css';

interface MenuProps {
  readonly label: string;
  readonly name?: string;
  readonly button: ReactNode;
  readonly wide?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a panel; Escape or a press outside closes it, and the focus returns to the
 * button.
 */
export function Menu({ label, name, button, wide = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
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
  }, [open]);
  return (
    <div
      ref={box}
      className={styles['menuBox']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation();
          close();
        }
      }}
    >
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
