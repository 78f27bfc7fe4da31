import { screen, waitFor } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import type { ImportRecord } from '@lavra/contract/admin/import';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { noNetwork, refusal, show, type Answers } from '../../../test/portal.tsx';
import { ImportOf } from './import-page.tsx';

/** Where the corrections are kept on the device. */
const KEPT = 'importacao.7d1f0c2e-0000-4000-8000-000000000001';
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
  const shown = await showPage(answers, around);
  await screen.findByRole('textbox', { name: 'E-mail, linha 2' });
  return shown;
};

/** Shows the page of the import, which has fields only for rows with an error. */
const showPage = (answers: Answers = {}, around: ReactNode = null) =>
  show(
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
    await choose(/^Sem erro/);
    await screen.findByText('Nenhuma linha sem erro.');
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
    await user.click(await screen.findByRole('radio', { name: /Importar só as prontas/ }));
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

describe('corrections that were not checked', () => {
  const fix = async ({ user }: Awaited<ReturnType<typeof showImport>>) => {
    await user.clear(cell('E-mail, linha 2'));
    await user.type(cell('E-mail, linha 2'), 'dois@sitio.example');
  };
  const [first, ...others] = record.rows;
  const changed = {
    ...record,
    rows: [{ ...first, cells: { name: 'Sítio 2', email: 'outro@' } }, ...others],
  };

  it('are there again after a reload, whatever the service has by then', async () => {
    const shown = await showImport();
    await fix(shown);
    shown.unmount();
    await showImport({ [READ]: () => changed });
    expect(cell('E-mail, linha 2').value).toBe('dois@sitio.example');
    expect(cell('E-mail, linha 3').value).toBe('sitio3@');
    expect(screen.getByRole('button', { name: 'Conferir de novo (1 célula)' })).toBeDefined();
    expect(screen.getByText('Recuperamos o que você estava preenchendo.')).toBeDefined();
  });

  it('can still be changed where the row has no error any more', async () => {
    const shown = await showImport();
    await fix(shown);
    shown.unmount();
    const ready = { ...first, status: 'success', action: 'create', errors: [], problems: [] };
    const { user } = await showImport({
      [READ]: () => ({ ...record, rows: [ready, ...others] }),
    });
    await user.type(cell('E-mail, linha 2'), '.br');
    expect(cell('E-mail, linha 2').value).toBe('dois@sitio.example.br');
  });

  it('return to what the service has when they are discarded', async () => {
    const shown = await showImport();
    await fix(shown);
    shown.unmount();
    const { user, portal } = await showImport();
    await user.click(screen.getByRole('button', { name: /^Descartar/ }));
    expect(cell('E-mail, linha 2').value).toBe('sitio2@');
    expect(portal.drafts.find(7, KEPT)).toBeUndefined();
  });

  it('leave the device once they were accepted, also where the page was left meanwhile', async () => {
    const reply = Promise.withResolvers<object>();
    const shown = await showImport({ [CORRECT]: () => reply.promise });
    await fix(shown);
    await shown.user.click(screen.getByRole('button', { name: /^Conferir de novo/ }));
    expect(shown.portal.drafts.find(7, KEPT)).toBeDefined();
    shown.unmount();
    reply.resolve({ ...record, summary: { total: 2, valid: 1, invalid: 1 } });
    await waitFor(() => expect(shown.portal.drafts.find(7, KEPT)).toBeUndefined());
  });

  it('stay on the device when the service refused them', async () => {
    const shown = await showImport({ [CORRECT]: () => refusal(422, { error: 'Agora não.' }) });
    await fix(shown);
    await shown.user.click(screen.getByRole('button', { name: /^Conferir de novo/ }));
    await screen.findByText('Agora não.');
    shown.unmount();
    await showImport();
    expect(cell('E-mail, linha 2').value).toBe('dois@sitio.example');
  });

  it('leave the device once the import can no longer be corrected', async () => {
    const shown = await showImport();
    await fix(shown);
    expect(shown.portal.drafts.find(7, KEPT)).toBeDefined();
    shown.unmount();
    const { portal } = await showPage({
      [READ]: () => ({ ...record, state: 'completed', state_label: 'Concluída' }),
    });
    await screen.findByText(/^Importação concluída/);
    expect(portal.drafts.find(7, KEPT)).toBeUndefined();
  });

  it('are kept without passwords', async () => {
    const columns = [...record.columns, { name: 'password', heading: 'Senha', secret: true }];
    const rows = record.rows.map((row) => ({
      ...row,
      problems: [
        ...row.problems,
        { column: 'password', sentence: 'Informe uma senha.', suggestion: null },
      ],
    }));
    const { user, portal } = await showImport({ [READ]: () => ({ ...record, columns, rows }) });
    await user.type(screen.getByLabelText('Senha, linha 2'), 'Colheita2027');
    await user.type(cell('E-mail, linha 2'), 'x');
    await user.type(screen.getByLabelText('Senha, linha 3'), 'Colheita2028');
    expect(portal.drafts.find(7, KEPT)).toEqual([[2, { email: 'sitio2@x' }]]);
  });
});

describe('rows that exist already', () => {
  const rowsOf = (statuses: readonly ('error' | 'exists' | 'new')[]): ImportRecord['rows'] =>
    statuses.map((status, index) => ({
      row: index + 2,
      status: status === 'error' ? 'error' : 'success',
      action: status === 'new' ? 'create' : 'skip',
      errors: [],
      warnings: [],
      data: {},
      cells: { name: `Sítio ${index}` },
      problems: [],
    }));
  /** Returns an import with these rows, and the page of them that was asked for. */
  const importOf =
    (statuses: readonly ('error' | 'exists' | 'new')[]) =>
    ({ query }: { readonly query: URLSearchParams }): ImportRecord => {
      const all = rowsOf(statuses);
      const asked = query.get('status');
      const wanted = all.filter(({ status }) => asked === null || asked === status);
      const size = Number(query.get('per_page'));
      const page = Number(query.get('page'));
      const valid = all.filter(({ status }) => status === 'success').length;
      return {
        ...record,
        summary: { total: all.length, valid, invalid: all.length - valid },
        skipped: statuses.filter((status) => status === 'exists').length,
        rows: wanted.slice((page - 1) * size, page * size),
        meta: {
          ...record.meta,
          per_page: size,
          total: wanted.length,
          last_page: Math.max(1, Math.ceil(wanted.length / size)),
        },
      };
    };
  const exists = (count: number) => Array.from({ length: count }, () => 'exists' as const);

  it('are passed over, and nothing is offered to be imported where all do', async () => {
    await showPage({ [READ]: importOf(exists(9)) });
    await screen.findByRole('heading', {
      name: '9 linhas: nenhuma nova, 9 já existem, nenhuma com erro',
    });
    expect(
      screen.getByText('9 linhas já existem e serão puladas. Não há o que importar.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
    expect(screen.getByRole('radio', { name: 'Sem erro (9)' })).toBeDefined();
    expect(screen.queryByText(/prontas?\b/)).toBeNull();
  });

  it('are not counted among those that will be stored', async () => {
    const { user } = await showPage({ [READ]: importOf([...exists(30), 'new', 'error']) });
    await screen.findByRole('heading', { name: '32 linhas: 1 pronta, 30 já existem, 1 com erro' });
    await user.click(screen.getByRole('radio', { name: /Importar só as prontas/ }));
    await user.click(screen.getByRole('button', { name: 'Importar 1 linha' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('1 linha de produtores será gravada');
    expect(dialog.textContent).toContain('30 já existem e serão puladas');
  });

  it('are counted on all pages, without reading them', async () => {
    const { requests } = await showPage({ [READ]: importOf([...exists(1500), 'new']) });
    await screen.findByRole('button', { name: 'Importar 1 linha' });
    expect(requests).toHaveLength(1);
  });
});
