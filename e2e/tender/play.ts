import { localDate, addDays } from '@lavra/domain/calendar/calendar';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { DEMO_PASSWORD } from '@lavra/server/demo/demo-accounts';
import { apiAt, type Api } from '@lavra/server/demo/demo-api';
import { createDemoPeople } from '@lavra/server/demo/demo-people';
import { readTender, tenderFigures } from '@lavra/server/demo/tender';
import { answerTender, publishTender } from '@lavra/server/demo/tender-story';
import { readPlaces } from '@lavra/server/features/reference-data/places';
import { formatAmount } from '@lavra/server/platform/text/format-pt-br';
import { bestPerItem, type TenderOutcome } from './outcome.ts';
import { report } from './report.ts';

const ZONE = 'America/Sao_Paulo';

/**
 * Plays the whole tender against a running service: publish, 13 answers, comparison, one accepted.
 */
export async function playTender(
  address: string,
  print: (line: string) => void,
): Promise<TenderOutcome> {
  const api = apiAt(address);
  const tender = readTender();
  const people = createDemoPeople(readPlaces());
  const today = localDate(new Date(), ZONE);
  const token = await enter(api, people.tender_producer.email, 'produtor');

  const productIds = await findProducts(
    api,
    token,
    tender.items.map((item) => item.product),
  );
  const order = await publishTender(api, {
    token,
    tender,
    productIds,
    deadline: addDays(today, 10),
    city: 'Brasília',
    state: 'DF',
  });
  print(`Cotação ${order.number} publicada com ${order.items.length} itens.`);

  const bidders = [
    ...new Set(tender.items.flatMap((item) => item.bids.map((bid) => bid.bidder))),
  ].toSorted((a, b) => a - b);
  for (const bidder of bidders) {
    const supplierToken = await enter(
      api,
      people.tender_bidders[bidder - 1]?.email ?? '',
      'fornecedor',
    );
    await answerTender(api, {
      token: supplierToken,
      tender,
      order,
      bidder,
      validity: addDays(today, 30),
    });
  }
  print(
    `${bidders.length} fornecedores responderam, ` +
      `${tender.items.reduce((sum, item) => sum + item.bids.length, 0)} preços.\n`,
  );

  const received = await api.call<(Proposal & { label: string })[]>(
    'GET',
    `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
    { token },
  );
  const [first, ...rest] = received
    .toSorted((a, b) => b.priced_items - a.priced_items || a.total_amount - b.total_amount)
    .slice(0, 3);
  if (first === undefined) throw new Error('no supplier answered');
  const query = [first, ...rest].map(({ uuid }) => `proposals[]=${uuid}`).join('&');
  const comparison = await api.call<OrderComparison>(
    'GET',
    `/api/v1/producer/orders/${order.uuid}/comparison?${query}`,
    { token },
  );
  report(comparison, print);

  const accepted = await api.call<Proposal & { label: string }>(
    'POST',
    `/api/v1/proposals/${first.uuid}/accept?view=anonymous`,
    { token },
  );
  const figures = { ...tenderFigures(tender), best_received: bestPerItem(received) };
  print(
    `Aceita: ${accepted.label}, R$ ${formatAmount(String(accepted.total_amount))}, ` +
      `${accepted.priced_items} de ${order.items.length} itens.`,
  );
  print(`Estimativa do comprador: R$ ${formatAmount(figures.estimated_total)}`);
  print(
    `Soma do melhor preço de cada item entre as ${received.length} propostas: R$ ` +
      formatAmount(figures.best_received),
  );
  return { order, received, comparison, accepted, ...figures };
}

async function enter(api: Api, email: string, user_type: string): Promise<string> {
  const { token } = await api.call<{ token: string }>('POST', '/api/v1/login', {
    body: { email, password: DEMO_PASSWORD, user_type },
  });
  return token;
}

async function findProducts(
  api: Api,
  token: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of names) {
    const { data } = await api.call<{ data: { id: number; name: string }[] }>(
      'GET',
      `/api/v1/products?q=${encodeURIComponent(name)}&per_page=100`,
      { token },
    );
    const product = data.find((candidate) => candidate.name === name);
    if (product === undefined)
      throw new Error(`o catálogo não tem o produto ${name}: a demonstração está carregada?`);
    ids.set(name, product.id);
  }
  return ids;
}

if (import.meta.main) {
  const address = process.env['LAVRA_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  try {
    await playTender(address, say);
  } catch (error) {
    const unreachable = error instanceof TypeError && error.message === 'fetch failed';
    process.stderr.write(
      unreachable
        ? `Não há serviço em ${address}: rode \`npm start\` em outro terminal, ou diga onde com LAVRA_URL.\n`
        : `${String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
