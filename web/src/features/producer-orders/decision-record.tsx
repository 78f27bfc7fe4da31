import { Button } from '@mantine/core';
import { useDownload } from '../../api/use-download.ts';
import { DownloadIcon } from '../../ui/icons.tsx';

/** The PDF that keeps the decision as it was taken, by letters. */
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
