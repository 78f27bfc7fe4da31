import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file under its name in an archive; its bytes come as they are asked for. */
export interface ArchivedFile {
  readonly name: string;
  readonly chunks: AsyncIterator<Buffer>;
}

/** The bytes of a file at the reader's pace. Destroyed, it closes at once, without waiting for the chunk under way. */
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

/** The files one after another as a ZIP. One that fails ends it without a directory: nothing that could pass for an archive. */
export function zipOf(files: readonly ArchivedFile[], modified: Date): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable; // a PassThrough, which yazl's types do not tell
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
