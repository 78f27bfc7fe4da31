import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRead } from '../../data/use-api.ts';
import { show } from '../../../test/portal.tsx';
import { NotificationItem } from './notification-item.tsx';

function Screen() {
  useRead('getProfile', {}, { staleTime: 0 });
  return (
    <NotificationItem
      notification={{
        id: 1,
        event: 'question.answered',
        gathered: 1,
        data: {},
        title: 'Pergunta respondida',
        body: '',
        path: '/produtor/cotacoes',
        read_at: '2026-11-28 10:00:00',
        created_at: '2026-11-28 10:00:00',
      }}
    />
  );
}

it('a notification that leads to the page on the screen makes it read again', async () => {
  const { user, requests } = await show(<Screen />, {
    pages: ['cotacoes'],
    answers: { 'GET /api/v1/user/profile': () => ({}) },
  });
  const reads = () => requests.filter(({ line }) => line === 'GET /api/v1/user/profile').length;
  const link = await screen.findByRole('link', { name: 'Pergunta respondida' });
  await user.click(link);
  await expect.poll(reads).toBeGreaterThanOrEqual(2);
  const before = reads();
  await user.click(link);
  await expect.poll(reads).toBe(before + 1);
});
