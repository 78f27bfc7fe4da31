import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_LIVE_PROPOSALS, MAX_SENT_PROPOSALS } from '@lavra/domain/proposal/proposal-limits';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openNegotiation, proposalCalls } from '../proposals/proposals.fixture.ts';
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

  it('publishes no order whose delivery is wanted before proposals end', async () => {
    const { name } = await buildProduct(service);
    const { document } = await buildProducer(service);
    const row = (number: string, status: string, delivery: string) =>
      `${number};${document};Insumos;15/12/2036;${status};${name};10;L;${delivery}`;
    const errors = errorsOf(
      await desk.preview(
        'orders',
        `${heading};Data de entrega`,
        row('B-1', 'publicada', '14/12/2036'),
        row('B-2', 'publicada', '15/12/2036'),
        row('B-3', 'rascunho', '14/12/2036'),
      ),
    );
    assert.deepEqual(errors, { 2: ['Data de entrega: A entrega é anterior ao fim do prazo.'] });
  });

  describe('in which a supplier has as many proposals as an order takes', () => {
    const columns = 'Cotação;Fornecedor (CPF ou CNPJ);Referência;Status;Item;Preço unitário';
    const scene = async () => {
      const { supplier, order } = await openNegotiation(service, { itemCount: 1 });
      const row = (reference: string, status = 'enviada') =>
        `${order.number};${supplier.document};${reference};${status};1;3,00`;
      return { supplier, order, row };
    };

    it('refuses what would be beside or after them', async () => {
      const { row } = await scene();
      const live = Array.from({ length: MAX_LIVE_PROPOSALS + 1 }, (_, n) => row(`viva ${n}`));
      const gone = Array.from({ length: MAX_SENT_PROPOSALS - MAX_LIVE_PROPOSALS + 1 }, (_, n) =>
        row(`retirada ${n}`, 'cancelada'),
      );
      const errors = errorsOf(await desk.preview('proposals', columns, ...live, ...gone));
      assert.deepEqual(Object.keys(errors), [
        String(live.length + 1),
        String(live.length + gone.length + 1),
      ]);
      assert.match(errors[live.length + 1]?.[0] ?? '', /já tem 5 propostas valendo/);
      assert.match(errors[live.length + gone.length + 1]?.[0] ?? '', /já enviou 20 propostas/);
    });

    it('counts those that were sent after its preview', async () => {
      const { supplier, order, row } = await scene();
      const rows = Array.from({ length: MAX_LIVE_PROPOSALS }, (_, n) => row(`viva ${n}`));
      const { import_id } = await desk.preview('proposals', columns, ...rows);
      await proposalCalls(service).submitNew(supplier, order);
      assert.equal((await desk.process(import_id)).status, 200);
      await service.work();
      assert.equal((await desk.read(import_id)).state, 'failed');
    });
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
