import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import styles from './received.module.css';

interface FoldProps {
  readonly label: string;
  readonly isOnPaper?: boolean;
  readonly children: ReactNode;
}

/** What a phone shows after a press only, so that it begins with the content. */
export function Fold({ label, isOnPaper = true, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        className={styles['unfold']}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div
        id={id}
        className={styles['fold']}
        data-open={isOpen || undefined}
        data-screen-only={!isOnPaper || undefined}
      >
        {children}
      </div>
    </>
  );
}
