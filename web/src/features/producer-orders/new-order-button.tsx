import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { PlusIcon } from '../../ui/icons.tsx';

/** A link to create an order, the same on all pages; a consultant's names its producer. */
export const NewOrderButton = ({ producer }: { readonly producer?: { readonly id: number } }) => (
  <Button
    leftSection={<PlusIcon size={18} />}
    renderRoot={(props) => (
      <Link
        to={producerPaths.newOrder}
        {...(producer === undefined ? {} : { search: { produtor: producer.id } })}
        {...props}
      />
    )}
  >
    Nova cotação
  </Button>
);
