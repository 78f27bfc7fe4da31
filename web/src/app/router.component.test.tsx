import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeNetwork, inPortal, signedInPortal, type Answers } from '../../test/portal.tsx';
import { OrderEditorPage } from '../features/order-editor/editor-page.tsx';
import { producerPaths } from '../paths/producer.ts';
import { createPortalRouter } from './router.tsx';

const PATH = '/api/v1/producer/orders';
/** A draft as the service answers it; what the editor reads of it. */
const draft = (uuid: string, description: string) => ({
  uuid,
  version: 1,
  number: `COT-${uuid}`,
  description,
  deadline_date: '2099-01-31',
  closure_type: 'aberta',
  split_award: true,
  delivery_date: null,
  payment_terms: null,
  notes: null,
  delivery_address: null,
  items: [],
  reason: null,
  legal_notice: null,
  published_at: null,
  can_edit: true,
});

/** Opens the editor of an order in a portal's own router. */
async function openEditor(order: string, answers: Answers) {
  const requests = fakeNetwork(answers);
  const portal = signedInPortal({});
  const router = createPortalRouter({
    ...portal,
    definition: {
      ...portal.definition,
      pages: [{ path: producerPaths.orderEditor('$order'), load: async () => OrderEditorPage }],
    },
  });
  router.update({
    ...router.options,
    history: createMemoryHistory({
      initialEntries: [`/produtor${producerPaths.orderEditor(order)}`],
    }),
  });
  render(<RouterProvider router={router} />, { wrapper: inPortal(portal) });
  return { requests, router, user: userEvent.setup() };
}

it('begins a page anew where the address names another record: each draft is saved as itself', async () => {
  const { requests, router, user } = await openEditor('a', {
    [`GET ${PATH}/a`]: () => draft('a', 'Sementes'),
    [`GET ${PATH}/b`]: () => draft('b', 'Adubo'),
    [`PUT ${PATH}/b`]: () => draft('b', 'Adubo da safra'),
  });
  await screen.findByDisplayValue('Sementes');
  await router.navigate({ to: producerPaths.orderEditor('b') });
  await user.type(await screen.findByDisplayValue('Adubo'), ' da safra');
  const saved = () => requests.filter(({ line }) => line.startsWith('PUT'));
  await waitFor(() => expect(saved()).toHaveLength(1), { timeout: 4_000 });
  expect(saved()[0]).toMatchObject({
    line: `PUT ${PATH}/b`,
    body: { description: 'Adubo da safra' },
  });
});
