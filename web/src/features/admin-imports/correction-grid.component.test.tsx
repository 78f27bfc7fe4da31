import { screen } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import type { ImportRecord } from '@lavra/contract/admin/import';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { ImportDetails } from './import-page.tsx';

const CORRECT = 'POST /api/v1/admin/import/7d1f0c2e-0000-4000-8000-000000000001/corrections';

/** A preview of two rows, each with a wrong e-mail. */
const record: ImportRecord = {
  import_id: '7d1f0c2e-0000-4000-8000-000000000001',
  type: 'producers',
  type_label: 'Produtores',
  state: 'previewed',
  state_label: 'Conferida',
  filename: 'produtores.csv',
  allow_partial: false,
  summary: { total: 2, valid: 0, invalid: 2 },
  progress: { processed: 0, total: 2, percent: 0 },
  created: 0,
  skipped: 0,
  failure: null,
  requested_by: null,
  created_at: '2026-11-20T10:00:00-04:00',
  started_at: null,
  finished_at: null,
  warnings: [],
  columns: [
    { name: 'name', heading: 'Nome', secret: false },
    { name: 'email', heading: 'E-mail', secret: false },
  ],
  rows: [2, 3].map((row) => ({
    row,
    status: 'error',
    action: 'skip',
    errors: ['E-mail: Informe um e-mail válido.'],
    warnings: [],
    data: {},
    cells: { name: `Sítio ${row}`, email: `sitio${row}@` },
    problems: [{ column: 'email', sentence: 'Informe um e-mail válido.', suggestion: null }],
  })),
  meta: { current_page: 1, last_page: 1, per_page: 25, total: 2, next_cursor: null },
};

/** The page of an import, which the test may show filtered, or with other rows. */
function Filtered({ ready }: { readonly ready: ImportRecord }) {
  const [shown, setShown] = useState(record);
  return (
    <>
      <button type="button" onClick={() => setShown(shown === record ? ready : record)}>
        Filtrar
      </button>
      <ImportDetails record={shown} status={shown === record ? 'todas' : 'success'} />
    </>
  );
}

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('the grid of corrections', () => {
  it('keeps what is typed while an earlier correction is on its way', async () => {
    const reply = Promise.withResolvers<object>();
    const { user, requests } = await show(<ImportDetails record={record} status="todas" />, {
      portal: 'admin',
      answers: { [CORRECT]: () => reply.promise },
    });
    await user.clear(cell('E-mail, linha 2'));
    await user.type(cell('E-mail, linha 2'), 'dois@sitio.example{Enter}');
    await screen.findByRole('button', { name: 'Conferindo…' });
    await user.clear(cell('E-mail, linha 3'));
    await user.type(cell('E-mail, linha 3'), 'tres@sitio.example');
    reply.resolve({ ...record, summary: { total: 2, valid: 1, invalid: 1 } });
    const again = await screen.findByRole('button', { name: 'Conferir de novo (1 célula)' });
    expect(cell('E-mail, linha 3').value).toBe('tres@sitio.example');
    expect(document.activeElement).toBe(cell('E-mail, linha 3'));
    await user.click(again);
    expect(requests.findLast(({ line }) => line === CORRECT)?.body).toEqual({
      rows: [{ row: 3, cells: { email: 'tres@sitio.example' } }],
    });
  });

  it('asks before corrections that were not checked are left', async () => {
    const { user } = await show(
      <>
        <Link to="/importacoes">Importação</Link>
        <ImportDetails record={record} status="todas" />
      </>,
      { portal: 'admin', pages: ['/importacoes'] },
    );
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    await user.click(screen.getByRole('link', { name: 'Importação' }));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(cell('E-mail, linha 2').value).toBe('sitio2@sitio.example');
  });

  it('keeps what is typed while other rows are shown, and none', async () => {
    const { user } = await show(<Filtered ready={{ ...record, rows: [] }} />, { portal: 'admin' });
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(screen.getByText('Nenhuma linha pronta.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(cell('E-mail, linha 2').value).toBe('sitio2@sitio.example');
  });

  it('imports nothing while a correction was not checked, which would be left out', async () => {
    const some = { ...record, summary: { total: 3, valid: 1, invalid: 2 } };
    const { user } = await show(<ImportDetails record={some} status="todas" />, {
      portal: 'admin',
    });
    await user.click(screen.getByRole('radio', { name: /Importar só as prontas/ }));
    expect(screen.getByRole('button', { name: 'Importar 1 linha' })).toBeDefined();
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    expect(screen.queryByRole('button', { name: 'Importar 1 linha' })).toBeNull();
    expect(screen.getByText(/célula que você corrigiu ainda não foi conferida/)).toBeDefined();
  });
});
