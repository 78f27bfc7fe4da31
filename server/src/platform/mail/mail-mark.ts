import fs from 'node:fs';
import path from 'node:path';

/**
 * The logo as a picture, since mail programs show no SVG. It travels inside each mail, under this
 * Content-ID, so that opening a mail loads nothing. `npm run icons -w e2e` draws it.
 */
export const mailMark = {
  cid: 'marca@lavra',
  filename: 'lavra.png',
  content: fs.readFileSync(path.join(import.meta.dirname, 'mail-mark.png')),
  contentType: 'image/png',
  contentDisposition: 'inline',
} as const;
