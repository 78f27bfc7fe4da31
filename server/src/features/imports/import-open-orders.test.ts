import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openNegotiation } from '../proposals/proposals.fixture.ts';
import { errorsOf, importDesk } from './imports.fixture.ts';

const service = await startService();
const desk = await importDesk(service);

describe('a file with open negotiations', () => {
  const heading =
    'Cotação;Produtor (CPF ou CNPJ);Descrição;Prazo;Status;Produto;Quantidade;Unidade';

  it('publishes no order with a deleted product, though past orders may name one', async () => {
    const { name } = await buildProduct(service, { active: false });
    const { document } = await buildProducer(service);
    const row = (number: string, status: string) =>
      `${number};${document};Insumos;15/12/2036;${status};${name};10;L`;
    const errors = errorsOf(
      await desk.preview('orders', heading, row('A-1', 'publicada'), row('A-2', 'cancelada')),
    );
    assert.deepEqual(Object.keys(errors), ['2']);
  });

  it('submits no proposal to a suspended order', async () => {
    const { supplier, order } = await openNegotiation(service, { suspended: true });
    const row = (item: number) => `${order.number};${supplier.document};enviada;${item};3,00`;
    assert.notDeepEqual(
      errorsOf(
        await desk.preview(
          'proposals',
          'Cotação;Fornecedor (CPF ou CNPJ);Status;Item;Preço unitário',
          row(1),
          row(2),
        ),
      ),
      {},
    );
  });
});
