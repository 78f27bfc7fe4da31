import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../runtime/context.tsx';
import { PlusIcon } from '../../ui/icons.tsx';

/** A link to the form for a new record, for users who may create one. */
export function NewButton({
  to,
  label,
  permission,
}: {
  readonly to: string;
  readonly label: string;
  readonly permission: string;
}) {
  const may = useMay(permission);
  return (
    may && (
      <Button
        leftSection={<PlusIcon size={18} />}
        renderRoot={(props) => <Link to={to} {...props} />}
      >
        {label}
      </Button>
    )
  );
}
