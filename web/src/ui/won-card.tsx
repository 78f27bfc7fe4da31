import { useId, type ReactNode } from 'react';
import { CheckCircleIcon } from './icons.tsx';
import styles from './won-card.module.css';

interface WonCardProps {
  readonly title: ReactNode;
  /** The name of the region, where it is not the title. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** The good news of a negotiation: what was chosen, and what comes next. */
export function WonCard({ title, label, children }: WonCardProps) {
  const id = useId();
  return (
    <section
      className={styles['card']}
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
    >
      <h2 id={id}>
        <CheckCircleIcon size={24} />
        {title}
      </h2>
      {children}
    </section>
  );
}
