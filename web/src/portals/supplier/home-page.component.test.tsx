import { localDate } from '@lavra/domain/calendar/calendar';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { serviceZone } from '../../text/dates.ts';
import { SupplierHome } from './home-page.tsx';

const ORDERS = 'GET /api/v1/supplier/orders';
const order = (id: number, part: object = {}) => ({
  id,
  uuid: `o${id}`,
  number: `COT-2026-00000${id}`,
  description: `Adubo ${id}`,
  deadline_date: '2099-01-31',
  dias_restantes: id,
  total_itens: 3,
  first_items: [],
  favorited: false,
  is_suspended: false,
  delivery_address: { city: 'Sorriso', state: 'MT' },
  ...part,
});

/** Opens the home of a supplier whom these orders wait for. */
const open = (orders: readonly object[]) =>
  show(<SupplierHome />, {
    portal: 'supplier',
    answers: {
      'GET /api/v1/supplier/purchases': () => ({ data: [], meta: { total: 0 } }),
      'GET /api/v1/supplier/dashboard': () => ({
        metricas: {
          licitacoes_abertas: 9,
          licitacoes_favoritas: 1,
          propostas_rascunho: 2,
          propostas_enviadas: 5,
          propostas_aceitas: 1,
          propostas_rejeitadas: 1,
          taxa_aceitacao: 20,
          valor_aceito: 12_345_678,
        },
        ultimasPropostas: [],
        licitacoesUrgentes: [],
      }),
      [ORDERS]: () => ({ data: orders, meta: { total: orders.length } }),
    },
  });

describe('the urgent orders of a supplier', () => {
  it('are those that suit it, can still be answered and are not, the soonest first', async () => {
    const { requests } = await open([order(1)]);
    await screen.findByRole('link', { name: 'Adubo 1' });
    const asked = requests.find(({ line }) => line === ORDERS);
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      matching: 'true',
      waiting: 'true',
      deadline_from: localDate(new Date(), serviceZone),
      sort: 'deadline_date',
    });
  });

  it('are shown with what leads to each of them, without those that are suspended', async () => {
    await open([order(1), order(2, { is_suspended: true }), order(3)]);
    await screen.findByRole('link', { name: 'Adubo 1' });
    const section = screen.getByRole('heading', { name: 'Cotações urgentes' }).parentElement;
    const links = within(section ?? document.body).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/fornecedor/cotacoes/o1',
      '/fornecedor/cotacoes/o3',
    ]);
  });
});

describe('a figure of a supplier', () => {
  it('leads to the list that it counts, and nowhere where no list holds just that', async () => {
    await open([]);
    const linkOf = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await linkOf('2')).toBe('/fornecedor/propostas?situacao=rascunhos');
    expect(await linkOf('1 aceita')).toBe('/fornecedor/propostas?situacao=aceitas');
    expect(await linkOf('1 recusada')).toBe('/fornecedor/propostas?situacao=recusadas');
    expect(await linkOf('1 favorita')).toBe('/fornecedor/cotacoes?mostrar=favoritas');
    expect(screen.getByText('5').closest('a')).toBeNull();
  });
});
