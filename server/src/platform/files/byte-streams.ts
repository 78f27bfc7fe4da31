import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A named file of an archive; its bytes are produced on demand. */
export interface ArchivedFile {
  readonly name: string;
  readonly chunks: AsyncIterator<Buffer>;
}

/**
 * Creates a stream of a file's bytes, produced at the reader's pace. Destroying it closes it
 * immediately, without waiting for the current chunk.
 */
export function streamOf({ chunks }: Pick<ArchivedFile, 'chunks'>): Readable {
  return new Readable({
    read() {
      const push = async (): Promise<void> => {
        const { value, done } = await chunks.next();
        this.push(done === true ? null : value);
      };
      push().catch((error: unknown) => this.destroy(error as Error)); // nothing else is thrown
    },
  });
}

/**
 * Creates a ZIP of the files, one after the other. If one fails, the stream ends without a central
 * directory, so that it cannot pass for a valid archive.
 */
export function zipOf(files: readonly ArchivedFile[], modified: Date): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable; // a PassThrough, which yazl's types do not declare
  const fail = (error: Error): void => {
    archive.destroy(error);
  };
  zip.on('error', fail);
  for (const entry of files) {
    zip.addReadStreamLazy(entry.name, { mtime: modified }, (use) => {
      const file = streamOf(entry).on('error', fail);
      archive.once('close', () => file.destroy());
      use(null, file);
    });
  }
  zip.end();
  return archive;
}
