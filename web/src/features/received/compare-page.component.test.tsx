import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal, show } from '../../../test/portal.tsx';
import { ComparePage } from './compare-page.tsx';
import { receivedProposal } from './received-proposal.fixture.ts';

const ORDER = 'GET /api/v1/producer/orders/';

/** Opens the comparison of an order that has three proposals, and that cannot be read itself. */
const open = (query: string) =>
  show(<ComparePage />, {
    query,
    answers: {
      'GET /api/v1/orders//proposals/received': () =>
        ['A', 'B', 'C'].map((letter) => ({
          ...receivedProposal(letter, [10, 20]),
          alternatives: [],
        })),
      [ORDER]: () => refusal(500, { error: 'A cotação não abriu.', code: 'internal' }),
    },
  });

describe('the comparison', () => {
  it('asks for two proposals, and reads no order for that', async () => {
    const { requests } = await open('?p=A');
    await screen.findByText('Escolha pelo menos 2');
    expect(requests.map(({ line }) => line)).not.toContain(ORDER);
  });

  it('says why it does not come where its order cannot be read, and tries that again', async () => {
    const { requests, user } = await open('?p=A,B');
    await screen.findByText('A cotação não abriu.');
    const reads = () => requests.filter(({ line }) => line === ORDER).length;
    const before = reads();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByText('A cotação não abriu.');
    expect(reads()).toBeGreaterThan(before);
  });
});
