import assert from 'node:assert/strict';
import { createRandom, SEED } from '@lavra/domain/seeded.fixture';
import { someCnpj, someCpf } from '../../server/test/people.ts';
import { PASSWORD, type Portals } from './portals.ts';

const random = createRandom(SEED);

export const inTwoWeeks = (): string =>
  new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

type Api = Portals['api'];
const address = {
  name: 'Sede',
  postal_code: '78890-000',
  street: 'Rodovia BR-163, km 750',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
};

async function register(api: Api, body: Record<string, unknown>): Promise<string> {
  const reply = await api('POST', '/api/v1/register', {
    body: {
      password: PASSWORD,
      password_confirmation: PASSWORD,
      phone: '(66) 99999-8888',
      ...body,
    },
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return String(reply.body['token']);
}

/** Registers a new producer with a farm. Returns the token. */
export async function registerProducer(api: Api, email: string): Promise<string> {
  return register(api, {
    user_type: 'produtor',
    name: 'Sítio da Serra',
    email,
    document_type: 'cpf',
    document_number: someCpf(),
    addresses: [{ ...address, kind: 'farm' }],
  });
}

export interface MarkedSupplier {
  readonly token: string;
  readonly marks: readonly string[];
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly reference: string;
  /** The text it writes wherever it may write. */
  readonly notes: string;
}

/**
 * Registers a supplier with a unique marker in every identifying field, and with texts that reveal
 * its identity.
 */
export async function registerMarkedSupplier(api: Api, ordinal: number): Promise<MarkedSupplier> {
  const letters = random
    .below(36 ** 6)
    .toString(36)
    .padStart(6, '0');
  const mark = `canario${'abcdef'[ordinal] ?? 'z'}${letters}`;
  const phone = `(65) 9${8100 + ordinal}-43${20 + ordinal}`;
  const mobile = `(65) 9${9100 + ordinal}-65${30 + ordinal}`;
  const document = someCnpj();
  const fields = {
    name: `${mark} Insumos`,
    email: `${mark}@vendas.example`,
    website: `https://${mark}.example`,
    reference: `REF-${mark}`,
  };
  const token = await register(api, {
    user_type: 'fornecedor',
    name: fields.name,
    email: fields.email,
    website: fields.website,
    phone,
    mobile,
    document_type: 'cnpj',
    document_number: document,
    addresses: [
      {
        ...address,
        kind: 'headquarters',
        name: `Matriz ${mark}`,
        street: `Avenida ${mark}`,
        complement: `${mark} fundos`,
        district: `Bairro ${mark}`,
      },
    ],
  });
  return {
    token,
    document,
    name: fields.name,
    email: fields.email,
    reference: fields.reference,
    marks: [mark, document, ...[phone, mobile].flatMap((one) => [one, one.replaceAll(/\D/g, '')])],
    notes:
      `Fale com a ${fields.name}: ${fields.email}, ${phone} ou ${mobile}, CNPJ ${document}, ` +
      `${fields.website}. Preço para retirada.`,
  };
}

interface OrderItem {
  readonly id: number;
  readonly product_id: number;
  readonly quantity: number;
}
interface Offer {
  readonly prices: readonly (number | null)[];
  readonly supplier: MarkedSupplier;
}

/**
 * Submits a supplier's proposal to an order; items without a price get a justification. Returns the
 * proposal's uuid.
 */
export async function propose(
  api: Api,
  order: string,
  { prices, supplier: { token, notes, reference } }: Offer,
): Promise<string> {
  const seen = await api('GET', `/api/v1/supplier/orders/${order}`, { token });
  assert.equal(seen.status, 200, JSON.stringify(seen.body));
  const items = (seen.body['items'] as readonly OrderItem[]).map(
    ({ id, product_id, quantity }, index) => {
      const unit_price = prices[index] ?? null;
      return {
        order_item_id: id,
        product_id,
        quantity,
        unit_price,
        notes,
        ...(unit_price === null
          ? { justification_type: 'out_of_stock', justification: notes }
          : {}),
      };
    },
  );
  const saved = await api('POST', `/api/v1/orders/${order}/proposals`, {
    token,
    body: {
      items,
      notes,
      supplier_reference: reference,
      payment_terms: notes,
      freight_amount: 100,
      delivery_days: 7,
    },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  const sent = await api('POST', `/api/v1/proposals/${String(saved.body['uuid'])}/submit`, {
    token,
  });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return String(saved.body['uuid']);
}
