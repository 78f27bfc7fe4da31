import type { ImportPreview } from '@lavra/contract/admin/import';
import { fileForm } from '../files.ts';
import { someCpf } from '../people.ts';
import type { GoodRequest } from './good-request.ts';
import type { World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

let ordinal = 0;
const HEADING = 'Nome;E-mail;CPF ou CNPJ;CEP;Logradouro;Município;UF';
const farmer = (): string =>
  `Sítio da Planilha;planilha-${(ordinal += 1)}@teste.example;${someCpf()};78890-000;Rodovia BR-163;Sorriso;MT`;
const form = () =>
  fileForm({
    content: Buffer.from(`${HEADING}\r\n${farmer()}`),
    filename: 'produtores.csv',
    fields: { type: 'producers' },
  });

/** Previews an import with one valid row; returns its UUID. */
async function previewed({ service, people }: World): Promise<string> {
  const { headers, payload } = form();
  const { body } = await service.call<ImportPreview>('POST', '/api/v1/admin/import/preview', {
    token: people.master.token,
    headers: { ...headers },
    payload,
  });
  return body.import_id;
}
const value: Recipe = async (world) => ({ value: await previewed(world) });

/** Valid requests of the imports. */
export const importRequests: Readonly<Record<string, Recipe>> = {
  getImportTemplate: async () => ({ value: 'producers' }),
  previewImport: async () => ({ form: form() }),
  listImports: async () => ({}),
  getImport: value,
  getImportErrors: value,
  correctImport: async (world) => ({
    value: await previewed(world),
    body: { rows: [{ row: 2, cells: { number: '10' } }] },
  }),
  processImport: async (world) => ({ body: { import_id: await previewed(world) } }),
};
