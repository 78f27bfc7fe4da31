import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../test/portal.tsx';
import { EntrancePage } from '../features/entrance/entrance.tsx';
import { LoginPage } from '../features/entrance/login-page.tsx';
import { OfflineBanner } from './banners.tsx';

const KEPT = /fica guardado neste aparelho/;
const DATED = /Os dados guardados são de/;

/** Shows a page on a device that loses its connection after an answer. */
async function showOffline(page: React.ReactNode, isSignedIn: boolean) {
  const shown = await show(page, { pages: ['entrar', 'esqueci-a-senha'] });
  if (!isSignedIn) act(() => shown.portal.session.clear('left'));
  act(() => {
    shown.portal.connectivity.report('answered');
    globalThis.dispatchEvent(new Event('offline'));
  });
  return (await screen.findByText('Sem conexão.')).closest('[role=status]')?.textContent ?? '';
}

describe('without a connection', () => {
  afterEach(() => vi.restoreAllMocks());

  it('a user reads how old the data is, and that the input is kept', async () => {
    const said = await showOffline(<OfflineBanner />, true);
    expect(said).toMatch(DATED);
    expect(said).toMatch(KEPT);
  });

  it('the login speaks of no data, and of nothing that is kept', async () => {
    vi.spyOn(location, 'replace').mockReturnValue();
    expect(await showOffline(<LoginPage />, false)).toBe('Sem conexão.');
  });

  it('a page before the login that keeps its input says so, and speaks of no data', async () => {
    vi.spyOn(location, 'replace').mockReturnValue();
    const said = await showOffline(
      <EntrancePage title="Criar conta" keeps="Isto fica guardado neste aparelho." />,
      false,
    );
    expect(said).not.toMatch(DATED);
    expect(said).toMatch(/Isto fica guardado neste aparelho\.$/);
  });
});
