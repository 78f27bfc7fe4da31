import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** Names the object again, and the consequences. */
  readonly body: ReactNode;
  readonly label: string;
  readonly hint: string;
  readonly missing: string;
  readonly action: string;
  readonly acting: string;
  readonly danger?: boolean;
  /** The longest text, in characters. */
  readonly most?: number;
  readonly run: (text: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Asks for a reason before an action that affects other users; a refusal by the service is shown in
 * the dialog.
 */
export function ReasonDialog({
  title,
  body,
  label,
  hint,
  missing,
  action,
  acting,
  danger = false,
  most = 1000,
  run,
  onClose,
}: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    rules: { reason: required(missing) },
    fieldNames: { comment: 'reason' },
    send: async ({ reason }) => {
      await run(reason.trim());
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{body}</div>
      <Form form={form} action={action} acting={acting} danger={danger} onCancel={onClose}>
        <Textarea
          label={label}
          description={hint}
          rows={3}
          maxLength={most}
          required
          autoFocus
          {...form.fields.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
