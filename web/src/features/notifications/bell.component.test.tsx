import type { Notification } from '@lavra/contract/notifications/schemas';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { Bell } from './bell.tsx';

const notification = (id: number, fields: Partial<Notification> = {}): Notification => ({
  id,
  event: 'proposal.received',
  title: `Novidade ${id}`,
  body: 'Chegou uma proposta.',
  path: '/produtor/cotacoes/a',
  gathered: 1,
  data: {},
  read_at: null,
  created_at: '2026-11-01 10:00:00',
  ...fields,
});

/** Shows the bell of a producer who has these notifications; the service marks them as read. */
async function ring(...notifications: readonly Notification[]) {
  const read = new Set(notifications.filter(({ read_at }) => read_at !== null).map(({ id }) => id));
  const stored = () =>
    notifications.map((one) => ({
      ...one,
      read_at: read.has(one.id) ? '2026-11-02 10:00:00' : null,
    }));
  const mark = (ids: readonly number[]) => () => {
    for (const id of ids) read.add(id);
    return {};
  };
  return show(<Bell />, {
    pages: ['/cotacoes/$order'],
    answers: {
      'GET /api/v1/notifications/unread-count': () => ({
        unread: notifications.length - read.size,
      }),
      'GET /api/v1/notifications': () => ({ data: stored(), meta: {} }),
      'GET /api/v1/notifications/stream': () => new Promise(() => undefined),
      'POST /api/v1/notifications/read-all': mark(notifications.map(({ id }) => id)),
      ...Object.fromEntries(
        notifications.map(({ id }) => [`POST /api/v1/notifications/${id}/read`, mark([id])]),
      ),
    },
  });
}

const bell = (name: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: `Notificações: ${name}` });

describe('the bell', () => {
  it('says how many are unread, one and several', async () => {
    const { unmount } = await ring(notification(1));
    expect(await bell('1 não lida')).toBeTruthy();
    unmount();
    await ring(
      notification(1),
      notification(2),
      notification(3, { read_at: '2026-11-01 11:00:00' }),
    );
    expect(await bell('2 não lidas')).toBeTruthy();
  });

  it('opens what a notification is about, and counts it as read', async () => {
    const { user, address } = await ring(notification(1), notification(2));
    await user.click(await bell('2 não lidas'));
    await user.click(await screen.findByRole('link', { name: 'Novidade 2' }));
    expect(await bell('1 não lida')).toBeTruthy();
    expect(address()).toBe('/cotacoes/a');
    expect(screen.queryByRole('heading', { name: 'Notificações' })).toBeNull();
  });

  it('names one whose page this portal does not have, without a link', async () => {
    const { user } = await ring(notification(1, { path: '/produtor/nada/aqui' }));
    await user.click(await bell('1 não lida'));
    await user.click(await screen.findByRole('button', { name: 'Marcar como lida' }));
    expect(await bell('nenhuma não lida')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Novidade 1/ })).toBeNull();
    expect(screen.getByText('Novidade 1')).toBeTruthy();
  });

  it('marks all as read at once, and then offers that no more', async () => {
    const { user } = await ring(notification(1), notification(2));
    await user.click(await bell('2 não lidas'));
    await user.click(await screen.findByRole('button', { name: 'Marcar todas como lidas' }));
    expect(await bell('nenhuma não lida')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Marcar todas como lidas' })).toBeNull(),
    );
  });

  it('says so where there is nothing', async () => {
    const { user } = await ring();
    await user.click(await bell('nenhuma não lida'));
    expect(await screen.findByText('Nada por aqui ainda')).toBeTruthy();
  });

  it('names an order by a number that no line break divides', async () => {
    const { user } = await ring(
      notification(1, {
        title: 'Nova cotação: COT-2026-000021',
        body: 'Compra PC-2026-000011-9Q6B de R$ 14.350,00.',
      }),
    );
    await user.click(await bell('1 não lida'));
    for (const whole of ['COT-2026-000021', 'PC-2026-000011-9Q6B'])
      expect((await screen.findByText(whole)).className).toBe('lv-money');
    expect(screen.getByRole('link', { name: /Nova cotação: COT-2026-000021$/ })).toBeTruthy();
  });
});
