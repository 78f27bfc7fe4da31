import assert from 'node:assert/strict';
import { fileForm } from '../../../test/files.ts';
import type { TestService } from '../../../test/service.ts';
import { tokenTo } from '../accounts/account-links.fixture.ts';

export const PASSWORD = 'Colheita2026';

/** Texts that must be found while the person exists and nowhere after the erasure, by name. */
export type Canaries = Readonly<Record<string, string>>;
export type Body = Record<string, unknown>;

/** A person with their own browser and address. */
export interface Actor {
  readonly userId: number;
  readonly token: string;
  call<B = Body>(method: string, url: string, body?: unknown): Promise<B>;
}

let ordinal = 0;

/**
 * Returns a person whose every request must succeed, comes from their own address and has an
 * `Idempotency-Key`.
 */
export function actorOf(
  service: TestService,
  { userId, token, ip, browser }: { userId: number; token: string; ip: string; browser: string },
): Actor {
  return {
    userId,
    token,
    call: async <B>(method: string, url: string, body?: unknown) => {
      ordinal += 1;
      const form =
        body instanceof Buffer
          ? fileForm({ content: body, filename: 'canarioarquivo.pdf' })
          : undefined;
      const answer = await service.app.http.inject({
        method: method as 'GET',
        url,
        remoteAddress: ip,
        ...(form
          ? { payload: form.payload }
          : body === undefined
            ? {}
            : { payload: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${token}`,
          'user-agent': browser,
          ...(method === 'POST' ? { 'idempotency-key': `k-${ordinal}` } : {}),
          ...(form?.headers ?? (body === undefined ? {} : { 'content-type': 'application/json' })),
        },
      });
      assert.equal(answer.statusCode, 200, `${method} ${url}: ${answer.body}`);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return (isJson ? JSON.parse(answer.body) : undefined) as B; // the caller declares the type
    },
  };
}

/**
 * Registers a person with a former name and address, a mistyped password, and a refreshed session.
 */
export async function settle(
  service: TestService,
  { body, later, ip, browser }: { body: Body; later: Body; ip: string; browser: string },
): Promise<Actor> {
  const visit = (url: string, payload: unknown, token?: string) =>
    service.app.http.inject({
      method: 'POST',
      url,
      remoteAddress: ip,
      payload: payload === undefined ? '' : JSON.stringify(payload),
      headers: {
        'user-agent': browser,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  const registered = await visit('/api/v1/register', {
    ...body,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  });
  assert.equal(registered.statusCode, 200, registered.body);
  await visit('/api/v1/login', {
    email: body['email'],
    password: 'Errada2026',
    user_type: body['user_type'],
  });
  const { token, user } = JSON.parse(
    (
      await visit('/api/v1/login', {
        email: body['email'],
        password: PASSWORD,
        user_type: body['user_type'],
      })
    ).body,
  ) as { token: string; user: { id: number } };
  const refreshed = JSON.parse((await visit('/api/v1/refresh', undefined, token)).body) as {
    token: string;
  };
  const actor = actorOf(service, { userId: user.id, token: refreshed.token, ip, browser });
  await actor.call('PUT', '/api/v1/user/profile', { ...later, current_password: PASSWORD });
  await visit('/api/v1/email/verify', { token: await tokenTo(service, String(later['email'])) });
  await visit('/api/v1/password/forgot', { email: later['email'] });
  return actor;
}

/** The values that identify a person. */
export interface Identity {
  readonly name: string;
  readonly formerName: string;
  readonly email: string;
  readonly formerEmail: string;
  readonly phone: string;
  readonly formerPhone: string;
  readonly mobile: string;
  readonly document: string;
  readonly mark: string;
  readonly ip: string;
  readonly browser: string;
}

export const place = (
  mark: string,
  city: { city: string; state: string; postal_code: string },
) => ({
  kind: 'headquarters',
  name: `Recanto ${mark}sede`,
  street: `Estrada ${mark}rua`,
  number: `${mark}numero`,
  complement: `${mark}complemento`,
  district: `${mark}bairro`,
  ...city,
});
export const SORRISO = { city: 'Sorriso', state: 'MT', postal_code: '78890-017' };
export const RIO_VERDE = { city: 'Rio Verde', state: 'GO', postal_code: '75901-019' };

const identity = ({
  name,
  formerName,
  email,
  formerEmail,
  phone,
  formerPhone,
  mobile,
  document,
  mark,
  ip,
  browser,
}: Identity): Canaries => ({
  name,
  formerName,
  email,
  formerEmail,
  phone,
  formerPhone,
  mobile,
  document,
  ip,
  browser,
  street: `${mark}rua`,
  number: `${mark}numero`,
  complement: `${mark}complemento`,
  district: `${mark}bairro`,
  place: `${mark}sede`,
});

export const producerCanaries = (p: Identity): Canaries => ({
  ...identity(p),
  postalCode: '78890017',
  latitude: '-12.987653',
  longitude: '-55.123457',
  association: 'canariopassociacao',
  producersCooperative: 'canariopcoopa',
  creditCooperative: 'canariopcoopb',
  plantedArea: '7351.97',
  referenceName: 'canariopreferencia',
  referencePhone: '66981239911',
  orderNotes: 'canariopnotas',
  delivery: 'canariopentrega',
  porch: 'canariopporteira',
  itemNotes: 'canariopitem',
  fileContent: 'canariopconteudo',
  filename: 'canarioarquivo',
  draft: 'canarioprascunho',
  asked: 'canarioppedido',
  askedNotes: 'canarioppedidonota',
});

export const supplierCanaries = (s: Identity): Canaries => ({
  ...identity(s),
  postalCode: '75901019',
  website: 'guariroba-canarios.example',
  formerWebsite: 'cagaita-canarios.example',
  notes: 'canariosnotas',
  reference: 'canariosref',
  itemNotes: 'canariositem',
  draft: 'canariosrascunho',
  declined: 'canariosmotivo',
});
