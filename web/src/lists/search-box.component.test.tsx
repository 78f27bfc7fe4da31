import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { SearchBox } from './search-box.tsx';
import { readText } from './url-state.ts';
import { useAddress } from './use-address.ts';

function List() {
  const [search, change] = useAddress();
  return (
    <>
      <SearchBox
        label="Buscar"
        value={readText(search['busca'])}
        onSearch={(busca) => change({ busca: busca || undefined, pagina: undefined })}
      />
      <button type="button" onClick={() => change({ situacao: 'abertas' })}>
        Abertas
      </button>
      <button type="button" onClick={() => change({ busca: undefined })}>
        Limpar
      </button>
    </>
  );
}
const box = (): HTMLInputElement => screen.getByRole('searchbox');

it('a search keeps what is typed, beside what is chosen at the same time', async () => {
  const { user, address } = await show(<List />);
  await user.type(box(), 'soja ');
  await waitFor(() => expect(address()).toContain('busca=soja'));
  await user.type(box(), 'milho');
  expect(box().value).toBe('soja milho');
  await user.click(screen.getByText('Abertas'));
  await waitFor(() => expect(address()).toMatch(/busca=soja(?:\+|%20)milho/));
  expect(address()).toContain('situacao=abertas');
  await user.click(screen.getByText('Limpar'));
  await waitFor(() => expect(box().value).toBe(''));
  expect(address()).not.toContain('busca');
});
