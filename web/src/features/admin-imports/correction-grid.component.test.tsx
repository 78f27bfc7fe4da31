import { screen } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import type { ImportRecord } from '@lavra/contract/admin/import';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { noNetwork, refusal, show, type Answers } from '../../../test/portal.tsx';
import { ImportOf } from './import-page.tsx';

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

const READ = `GET /api/v1/admin/import/${record.import_id}`;
const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** Shows the page of the import to who may import; `read` answers for its rows. */
const showImport = async (answers: Answers = {}, around: ReactNode = null) => {
  const shown = await show(
    <>
      {around}
      <ImportOf id={record.import_id} />
    </>,
    {
      portal: 'admin',
      permissions: ['imports.create'],
      pages: ['/importacoes'],
      answers: { [READ]: () => record, ...answers },
    },
  );
  await screen.findByRole('textbox', { name: 'E-mail, linha 2' });
  return shown;
};

describe('the grid of corrections', () => {
  it('keeps what is typed while an earlier correction is on its way', async () => {
    const reply = Promise.withResolvers<object>();
    const { user, requests } = await showImport({ [CORRECT]: () => reply.promise });
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
    const { user } = await showImport({}, <Link to="/importacoes">Sair</Link>);
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    await user.click(screen.getByRole('link', { name: 'Sair' }));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(cell('E-mail, linha 2').value).toBe('sitio2@sitio.example');
  });

  it('keeps what is typed while no row is shown, and while rows cannot be read', async () => {
    let isDown = true;
    const { user } = await showImport({
      [READ]: ({ query }) => {
        if (query.get('status') === 'error' && isDown) return refusal(500, { error: 'Agora não.' });
        return query.get('status') === 'success' ? { ...record, rows: [] } : record;
      },
    });
    const choose = (name: RegExp) => user.click(screen.getByRole('radio', { name }));
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    await choose(/^Prontas/);
    await screen.findByText('Nenhuma linha pronta.');
    await choose(/^Todas/);
    expect((await screen.findByDisplayValue('sitio2@sitio.example')).tagName).toBe('INPUT');
    await choose(/^Com erro/);
    const again = await screen.findByRole('button', { name: /Tentar/ });
    isDown = false;
    await user.click(again);
    expect(await screen.findByDisplayValue('sitio2@sitio.example')).toBeDefined();
  });

  it('imports nothing while a correction was not checked, which would be left out', async () => {
    const some = { ...record, summary: { total: 3, valid: 1, invalid: 2 } };
    const { user } = await showImport({ [READ]: () => some });
    await user.click(screen.getByRole('radio', { name: /Importar só as prontas/ }));
    expect(screen.getByRole('button', { name: 'Importar 1 linha' })).toBeDefined();
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    expect(screen.queryByRole('button', { name: 'Importar 1 linha' })).toBeNull();
    expect(screen.getByText(/célula que você corrigiu ainda não foi conferida/)).toBeDefined();
  });

  it('says beside its button why the corrections were not checked', async () => {
    const { user } = await showImport({ [CORRECT]: noNetwork });
    await user.type(cell('E-mail, linha 2'), 'sitio.example');
    await user.click(screen.getByRole('button', { name: /^Conferir de novo/ }));
    const alert = await screen.findByRole('alert');
    const again = await screen.findByRole('button', { name: 'Conferir de novo (1 célula)' });
    expect(again.parentElement?.contains(alert)).toBe(true);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});
