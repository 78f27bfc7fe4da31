import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { TabStrip } from './tab-strip.tsx';

const current = (): (string | null)[] =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent);

it('of tabs that differ in the address’s parameters one is the current one', async () => {
  const tabs = ['Itens', 'Dados'].map((label, index) => ({
    label,
    count: index === 0 ? 3 : undefined,
    to: '.',
    search: index === 0 ? {} : { aba: 'dados' },
    isOpen: label === 'Dados',
  }));
  await show(<TabStrip label="Partes" tabs={tabs} />, { query: '?aba=dados' });
  expect(current()).toEqual(['Dados']);
  screen.getByRole('link', { name: 'Itens 3' });
});
