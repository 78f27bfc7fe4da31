import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noNetwork, refusal, show } from '../../../test/portal.tsx';
import { SalesPage } from './sales-page.tsx';

const LIST = 'GET /api/v1/supplier/purchases';
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null };

describe('a list', () => {
  it('is announced as loading until it comes, and says what will stand where nothing does', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    await show(<SalesPage />, { portal: 'supplier', answers: { [LIST]: () => promise } });
    expect(screen.getByText('Carregando')).toBeTruthy();
    resolve({ data: [], meta });
    expect(await screen.findByRole('heading', { name: 'Nenhuma venda ainda' })).toBeTruthy();
    expect(screen.queryByText('Carregando')).toBeNull();
  });

  it('that cannot be read says why, with the code for the support, and is read again when asked', async () => {
    let isBroken = true;
    const { user } = await show(<SalesPage />, {
      portal: 'supplier',
      answers: {
        [LIST]: () =>
          isBroken
            ? refusal(500, { error: 'Erro interno.', code: 'internal_error', request_id: 'abc-1' })
            : { data: [], meta },
      },
    });
    expect(await screen.findByText('Não foi possível carregar')).toBeTruthy();
    expect(screen.getByText('Código para o suporte: abc-1')).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Nenhuma venda ainda')).toBeTruthy();
  });

  it('without a network says so', async () => {
    const { requests } = await show(<SalesPage />, {
      portal: 'supplier',
      answers: { [LIST]: noNetwork },
    });
    // Two more attempts, after one and two seconds.
    expect(await screen.findByText('Sem conexão')).toBeTruthy();
    expect(requests.filter(({ line }) => line === LIST)).toHaveLength(3);
  });

  it('that a filter leaves empty offers the way back, and asks the service anew', async () => {
    const { user, requests, address } = await show(<SalesPage />, {
      portal: 'supplier',
      answers: { [LIST]: () => ({ data: [], meta }) },
    });
    await screen.findByText('Nenhuma venda ainda');
    await user.click(screen.getByRole('radio', { name: 'Recebidas' }));
    expect(await screen.findByText('Nenhum resultado')).toBeTruthy();
    expect(requests.at(-1)?.query.get('state')).toBe('received');
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(address()).not.toContain('situacao'));
    expect(await screen.findByText('Nenhuma venda ainda')).toBeTruthy();
  });
});
