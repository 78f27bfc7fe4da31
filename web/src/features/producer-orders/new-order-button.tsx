import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PlusIcon } from '../../ui/icons.tsx';

/** The way to a new order, the same wherever it stands. */
export const NewOrderButton = () => (
  <Button
    leftSection={<PlusIcon size={18} />}
    renderRoot={(props) => <Link to="/cotacoes/nova" {...props} />}
  >
    Nova cotação
  </Button>
);
