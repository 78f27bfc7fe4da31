import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { ApiError } from '../api/api-error.ts';
import { Failure } from './states.tsx';

const failed = (status: number) => (
  <Failure
    error={new ApiError(status, { error: 'A cotação não foi encontrada.', request_id: 'abc-1' })}
    onRetry={() => undefined}
  />
);

describe('what could not be loaded', () => {
  it('because it is not there is not asked for again: it leads to the start', async () => {
    await show(failed(404), { portal: 'producer' });
    expect(
      await screen.findByRole('heading', { name: 'A cotação não foi encontrada' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ir para o início' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    expect(screen.queryByText(/suporte/)).toBeNull();
  });

  it('for another reason can be tried again, and has a code for the support', async () => {
    await show(failed(500), { portal: 'producer' });
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
    expect(screen.getByText('Código para o suporte: abc-1')).toBeTruthy();
  });
});
