import type { Ref } from 'react';
import { sheetFilesAccepted } from './sheet-files.ts';

interface SheetInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onFile: (file: File) => void;
}

/** The field of a spreadsheet from this device, unseen: a button beside it presses it. */
export const SheetInput = ({ ref, label, onFile }: SheetInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={sheetFilesAccepted}
    className="lv-hidden"
    tabIndex={-1}
    aria-label={label}
    onChange={(event) => {
      const file = event.currentTarget.files?.[0];
      event.currentTarget.value = '';
      if (file !== undefined) onFile(file);
    }}
  />
);
