import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate } from '../text/dates.ts';
import { formatBytes } from '../text/decimal.ts';
import styles from './file-list.module.css';
import { DownloadIcon } from './icons.tsx';

/** Files, one below the other. */
export const FileList = ({ children }: { readonly children: ReactNode }) => (
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
