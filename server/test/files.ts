import { crc32, deflateSync } from 'node:zlib';

/** Returns a PDF of one empty page with a remark in a comment, so that each one is different. */
export const somePdf = (remark = 'nada', size = 0): Buffer => {
  const body =
    `%PDF-1.4\n%${remark}${'x'.repeat(size)}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 ` +
    `obj<</Type/Pages/Kids[]/Count 0>>endobj\n`;
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
};

/** Returns a PNG of one pixel. */
export function somePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Returns the frame of a JPEG of one pixel. */
export const someJpeg = (): Buffer =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9',
    'hex',
  );

/** Returns a ZIP archive without entries, which is also the end of any ZIP archive. */
export const someZip = (comment = ''): Buffer => {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, Buffer.from(comment, 'latin1')]);
};

export interface FormFile {
  readonly content: Buffer;
  readonly filename?: string;
  readonly field?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const BOUNDARY = 'limite-do-teste-7f3a';

/** Returns a form with one file, whose name is sent unescaped. */
export function fileForm({
  content,
  filename = 'anexo.pdf',
  field = 'file',
  fields = {},
}: FormFile): { payload: Buffer; headers: Record<string, string> } {
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `${texts.join('')}--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; ` +
    `filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
