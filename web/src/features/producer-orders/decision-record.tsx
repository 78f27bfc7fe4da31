import { Button } from '@mantine/core';
import { useDownload } from '../../data/use-download.ts';
import { DownloadIcon } from '../../ui/page-icons.tsx';

/**
 * Downloads the PDF that records the decision as it was made, with letters and marks instead of
 * suppliers.
 */
export function DecisionRecordButton({
  order,
  number,
}: {
  readonly order: string;
  readonly number: string;
}) {
  const { busy, download } = useDownload();
  const save = (): void => {
    if (!busy) download('getDecisionRecord', { order }, `registro-da-decisao-${number}.pdf`);
  };
  return (
    <Button leftSection={<DownloadIcon size={18} />} aria-disabled={busy} onClick={save}>
      {busy ? 'Preparando…' : 'Registro da decisão (PDF)'}
    </Button>
  );
}
