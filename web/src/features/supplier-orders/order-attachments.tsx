import { useDownload } from '../../data/use-download.ts';
import { useRead } from '../../data/use-api.ts';
import { Card } from '../../ui/page.tsx';
import { FileList, FileRow } from '../../ui/record.tsx';
import { QueryView } from '../../ui/states.tsx';

/** The files that the producer attached to the order; shows nothing when there are none. */
export function OrderAttachments({ uuid }: { readonly uuid: string }) {
  const files = useRead('listOrderAttachments', { params: { order: uuid } });
  const { download } = useDownload();
  if (files.data?.data.length === 0) return null;
  return (
    <Card title="Anexos">
      <QueryView query={files}>
        {({ data }) => (
          <FileList>
            {data.map((file) => (
              <FileRow
                key={file.uuid}
                file={file}
                onDownload={() =>
                  download(
                    'getOrderAttachment',
                    { order: uuid, attachment: file.uuid },
                    file.filename,
                  )
                }
              />
            ))}
          </FileList>
        )}
      </QueryView>
    </Card>
  );
}
