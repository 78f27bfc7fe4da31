import { formatDateTime } from '../text/dates.ts';
import styles from './timeline.module.css';

export interface Step {
  /** What happened. */
  readonly label: string;
  /** When, as the service writes it. */
  readonly at: string;
  /** Who did it. */
  readonly actor?: string;
}

/** What happened, oldest first. */
export const Timeline = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className={styles['line']}>
    {steps.map(({ label, at, actor }, index) => (
      // two steps may have one name and one instant
      <li key={`${index} ${label}`}>
        <strong>{label}</strong>
        <small>
          <time dateTime={at.replace(' ', 'T')}>{formatDateTime(at)}</time>
          {actor !== undefined && ` · ${actor}`}
        </small>
      </li>
    ))}
  </ol>
);
