import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '@lavra/contract/endpoints';
import { isEventsReply, type EndpointSpec } from '@lavra/contract/kit/endpoint';
import { startService } from '../service.ts';
import { goodRequest } from './good-requests.ts';
import { urlOf } from './registered-routes.ts';
import { buildWorld, roles } from './world.ts';

// A filter by an impossible value is rejected with its reason, not answered with an empty list.

const service = await startService();
const world = await buildWorld(service);

/** The only texts that a list validates by their format: positions in the audit chain. */
const shaped = new Set(['after', 'head']);

interface Part {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
}

/** Texts that may be searched for freely, or that the service itself issued. */
const free = new Set(['q', 'search', 'order', 'name', 'resource_type', 'ip', 'cursor']);

const partsOf = (spec: EndpointSpec): readonly (readonly [string, Part])[] =>
  // TypeBox writes JSON Schema.
  Object.entries((spec.query?.properties ?? {}) as Record<string, Part>);

/** Returns values that a filter of that kind can never have. */
function impossible([name, part]: readonly [string, Part]): readonly string[] {
  if (part.enum !== undefined) return ['ZZ', 'ativo; DROP'];
  if (name === 'state') return ['ZZ', 'MTS', '1'];
  if (part.format === 'date') return ['2026-02-31', '2026-2-1', 'ontem'];
  if (part.format === 'uuid') return ['1', '?', '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a1'];
  if (part.type === 'integer')
    return [
      '0',
      '-1',
      '1.5',
      '9007199254740992',
      'um',
      ...(name === 'city_id' ? ['1', '5107926'] : []),
    ];
  if (part.type === 'boolean') return ['talvez', '2'];
  if (shaped.has(name)) return ['?'];
  return [];
}

const asked = endpoints.filter(
  (spec) => spec.method === 'GET' && spec.query !== undefined && !('file' in spec.reply),
);

async function callerOf(spec: EndpointSpec) {
  const { access } = spec;
  const profiles: readonly string[] =
    access === 'public' || access.profiles === 'any' ? ['fornecedor'] : access.profiles;
  const role = roles.find((name) => profiles.includes(name)) ?? 'master';
  const { value, query } = await goodRequest(world, spec.id, role);
  const { url } = urlOf(`GET ${spec.path}`, value);
  const rest = new URLSearchParams(query);
  return (name: string, text: string, ...more: readonly string[]) => {
    const sent = new URLSearchParams(rest);
    sent.set(name, text);
    for (const other of more) sent.append(name, other);
    return service.call<{ errors?: Record<string, string[]> }>('GET', `${url}?${sent.toString()}`, {
      token: world.people[role].token,
    });
  };
}

describe('a parameter that a read does not have', () => {
  it('changes nothing, also where it is sent twice', async () => {
    for (const spec of endpoints.filter(({ method }) => method === 'GET')) {
      const known = new Set(partsOf(spec).map(([name]) => name));
      if (known.has('q') || known.has('search') || isEventsReply(spec.reply)) continue;
      const send = await callerOf(spec);
      const plain = await send('nothing', '1');
      const asked = await send('q', 'a', 'b');
      assert.equal(asked.status, plain.status, `${spec.id}: ${asked.raw.toString().slice(0, 200)}`);
    }
  });
});

describe('a filter', () => {
  it('has a known kind, or is a listed text', () => {
    const unknown = asked.flatMap((spec) =>
      partsOf(spec)
        .filter(
          (part) => part[1].type !== 'array' && impossible(part).length === 0 && !free.has(part[0]),
        )
        .map(([name]) => `${spec.id} ${name}`),
    );
    assert.deepEqual(unknown, []);
  });

  for (const spec of asked) {
    it(`of ${spec.id} with an impossible value is refused, and an empty one is ignored`, async () => {
      const send = await callerOf(spec);
      for (const part of partsOf(spec)) {
        const [name] = part;
        for (const text of impossible(part)) {
          const { status, body } = await send(name, text);
          assert.equal(status, 422, `${name}=${text}`);
          const [sentence = ''] = body.errors?.[name] ?? [];
          assert.match(sentence, /^[A-ZÀ-Ú].*\.$/, `${name}=${text}: ${JSON.stringify(body)}`);
        }
        if (part[1].type === 'array') continue;
        const { status, body } = await send(name, '');
        const isRequired = (
          (spec.query as { required?: readonly string[] }).required ?? []
        ).includes(name);
        assert.equal(status, isRequired ? 422 : 200, `${name}=: ${JSON.stringify(body)}`);
      }
    });
  }

  it('accepts a state in upper or lower case', async () => {
    for (const state of ['MT', 'mt', 'Mt']) {
      for (const [url, token] of [
        ['/api/v1/supplier/orders', world.supplier.token],
        ['/api/v1/admin/orders', world.people.master.token],
        ['/api/v1/geo/cities', undefined],
      ] as const) {
        const { status } = await service.call('GET', `${url}?state=${state}`, { token });
        assert.equal(status, 200, `${url} ${state}`);
      }
    }
  });
});
