import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { ProducerHome } from './home-page.tsx';

const order = {
  uuid: 'o1',
  number: 'COT-2026-000123',
  description: 'Adubo da safra',
  status: 'em_analise',
  status_label: 'Em análise',
  is_suspended: false,
  deadline_date: '2026-11-20',
  dias_restantes: -1,
  total_itens: 3,
  proposals_count: 2,
  new_proposals_count: 0,
  publication_requested_at: null,
  next_validity_date: null,
  created_at: '2026-11-10 10:00:00',
};

/** Opens the home of a producer with these orders. */
const open = (by: Readonly<Record<string, number>>, waiting = 0) =>
  show(<ProducerHome />, {
    answers: {
      'GET /api/v1/producer/dashboard': () => ({
        metrics: {
          orders_by_status: by,
          proposals_received: 2,
          open_orders: by['publicada'] ?? 0,
          awaiting_decision: waiting,
        },
        attention: [],
        latest_orders: by['em_analise'] === undefined ? [] : [order],
      }),
    },
  });
const primary = (container: HTMLElement): readonly (string | null)[] =>
  [...container.querySelectorAll('.mantine-Button-root[data-variant="filled"]')].map(
    ({ textContent }) => textContent,
  );

describe('the home of a producer', () => {
  it('has one primary action, a new order', async () => {
    const { container } = await open({ em_analise: 1 }, 1);
    await screen.findByText('Últimas cotações');
    expect(primary(container)).toEqual(['Nova cotação']);
  });

  it('has no other one while it shows a new producer around, to the last step', async () => {
    const { container, user } = await open({ rascunho: 0 });
    await user.click(await screen.findByRole('button', { name: 'Próximo passo' }));
    expect(primary(container)).toEqual(['Nova cotação']);
    await user.click(await screen.findByRole('button', { name: 'Próximo passo' }));
    expect(screen.getByRole('button', { name: 'Entendi' })).toBeTruthy();
    expect(primary(container)).toEqual(['Nova cotação']);
  });

  it('leads from what waits for a decision to the list that holds it, and says what else is there', async () => {
    await open({ em_analise: 3 }, 2);
    const link = await screen.findByRole('link', { name: '2' });
    expect(link.getAttribute('href')).toBe('/produtor/cotacoes?situacao=em-analise');
    expect(screen.getByText('de 3 em análise')).toBeTruthy();
  });

  it('says nothing more where that list holds just what waits', async () => {
    await open({ em_analise: 2 }, 2);
    await screen.findByRole('link', { name: '2' });
    expect(screen.queryByText(/^de \d+ em análise/)).toBeNull();
  });
});
