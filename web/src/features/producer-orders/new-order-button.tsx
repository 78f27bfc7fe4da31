import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { PlusIcon } from '../../ui/icons.tsx';

/** A link to create an order, the same on all pages. */
export const NewOrderButton = () => (
  <Button
    leftSection={<PlusIcon size={18} />}
    renderRoot={(props) => <Link to={producerPaths.newOrder} {...props} />}
  >
    Nova cotação
  </Button>
);
