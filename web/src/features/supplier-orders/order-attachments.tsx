import { Button } from '@mantine/core';
import { useDownload } from '../../data/use-download.ts';
import { useRead } from '../../data/use-api.ts';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/decimal.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import styles from './supplier-orders.module.css';

/** The files that the producer attached to the order; shows nothing when there are none. */
export function OrderAttachments({ uuid }: { readonly uuid: string }) {
  const files = useRead('listOrderAttachments', { params: { order: uuid } });
  const { download } = useDownload();
  if (files.data?.data.length === 0) return null;
  return (
    <Card title="Anexos">
      <QueryView query={files}>
        {({ data }) => (
          <ul className={styles['files']}>
            {data.map(({ uuid: attachment, filename, size, created_at }) => (
              <li key={attachment}>
                <span>
                  <strong>{filename}</strong>
                  <small>
                    {sizeOf(size)} · {formatDate(created_at)}
                  </small>
                </span>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<DownloadIcon size={16} />}
                  aria-label={`Baixar ${filename}`}
                  onClick={() =>
                    download('getOrderAttachment', { order: uuid, attachment }, filename)
                  }
                >
                  Baixar
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576
    ? `${formatCount(Math.max(1, Math.round(bytes / 1024)))} KB`
    : `${formatCount(Math.round(bytes / 104_857.6) / 10)} MB`;
