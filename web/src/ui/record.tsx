import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { formatDate, formatDateTime } from '../text/dates.ts';
import { formatBytes } from '../text/decimal.ts';
import { CheckCircleIcon } from './icons.tsx';
import { DownloadIcon } from './page-icons.tsx';
import styles from './record.module.css';

// The parts of a page about one order, proposal, purchase or person.

interface ContentProps {
  readonly children: ReactNode;
}

/** The line below a page's title: number, state, dates of what the page shows. */
export const FactLine = ({ children }: ContentProps) => (
  <span className={styles['line']}>{children}</span>
);

/** Names with their values, in as many columns as there is room for. */
export const TermList = ({ children }: ContentProps) => (
  <dl className={styles['terms']}>{children}</dl>
);

interface TermProps extends ContentProps {
  readonly name: ReactNode;
  /** Whether it takes a row of its own. */
  readonly wide?: boolean | undefined;
  /** Whether the value is a number or a code. */
  readonly number?: boolean;
}

/** One name with its value, in `TermList`. */
export const Term = ({ name, wide = false, number = false, children }: TermProps) => (
  <div data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd className={number ? 'lv-number' : undefined}>{children}</dd>
  </div>
);

/** The buttons for what can be done with what a page or a card shows; nothing where there are none. */
export const ActionRow = ({ children }: ContentProps) => (
  <div className={styles['row']}>{children}</div>
);

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
  <ol className={styles['timeline']}>
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
      className={styles['won']}
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

/** What is said beside the matter. */
export function Quiet({
  inline = false,
  children,
}: ContentProps & { /** Whether it stands within a line. */ readonly inline?: boolean }) {
  const Tag = inline ? 'span' : 'p';
  return <Tag className={styles['quiet']}>{children}</Tag>;
}

interface QuickReasonsProps {
  readonly reasons: readonly string[];
  readonly onChoose: (reason: string) => void;
}

/** Usual reasons, one press each. */
export const QuickReasons = ({ reasons, onChoose }: QuickReasonsProps) => (
  <div className={styles['reasons']} role="group" aria-label="Motivos comuns">
    {reasons.map((reason) => (
      <button key={reason} type="button" onClick={() => onChoose(reason)}>
        {reason}
      </button>
    ))}
  </div>
);

/** Files, one below the other. */
export const FileList = ({ children }: ContentProps) => (
  <ul className={styles['files']}>{children}</ul>
);

interface FileRowProps {
  readonly file: {
    readonly filename: string;
    /** In bytes. */
    readonly size: number;
    readonly created_at: string;
  };
  readonly onDownload: () => void;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** One file in `FileList`: its name, size and date, and the button that downloads it. */
export const FileRow = ({
  file: { filename, size, created_at },
  onDownload,
  children,
}: FileRowProps) => (
  <li>
    <span>
      <strong>{filename}</strong>
      <small>
        {formatBytes(size)} · {formatDate(created_at)}
      </small>
    </span>
    <Button
      variant="default"
      size="sm"
      leftSection={<DownloadIcon size={16} />}
      aria-label={`Baixar ${filename}`}
      onClick={onDownload}
    >
      Baixar
    </Button>
    {children}
  </li>
);
