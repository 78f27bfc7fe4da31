import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { buildAdmin } from '../../test/people.ts';
import { startService } from '../../test/service.ts';
import { ensureFirstAdmin } from '../features/accounts/accounts-feature.ts';

const service = await startService();
const first = { email: 'primeira@teste.example', password: 'Escolhida2026', name: 'Primeira' };
await ensureFirstAdmin(service.app.platform, first);
const admin = await buildAdmin(service);
const headers = { 'accept-encoding': 'gzip, deflate, br' };
const states = (extra: Record<string, string> = {}) =>
  service.app.http.inject({ url: '/api/v1/geo/states', headers: { ...headers, ...extra } });
const settings = (extra: Record<string, string> = {}) =>
  service.app.http.inject({
    url: '/api/v1/admin/settings',
    headers: { ...headers, authorization: `Bearer ${admin.token}`, ...extra },
  });

describe('an unknown address', () => {
  const open = (url: string, accept: string) =>
    service.app.http.inject({ url, headers: { accept } });
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it('is a page for people, with the way home, and JSON for programs', async () => {
    for (const url of ['/qualquer/coisa', '/apinha', '/c']) {
      const page = await open(url, BROWSER);
      assert.equal(page.statusCode, 404, url);
      assert.match(String(page.headers['content-type']), /^text\/html/);
      assert.match(page.body, /Esta página não existe[^]*href="\/"/);
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
      for (const accept of ['*/*', 'application/json']) {
        const reply = await open(url, accept);
        assert.deepEqual(
          [reply.statusCode, reply.json<{ code: string }>().code],
          [404, 'not_found'],
        );
      }
    }
  });

  it('of the API is JSON for all', async () => {
    for (const url of ['/api/v1/nada', '/health/x', '/metrics/x'])
      assert.equal((await open(url, BROWSER)).json<{ code: string }>().code, 'not_found', url);
  });

  it('that no router can read is refused in the same two forms', async () => {
    const { statusCode, body } = await open('/%E0%A4%A', BROWSER);
    assert.deepEqual([statusCode, /A página não abriu/.test(body)], [400, true]);
    assert.equal(
      (await open('/%E0%A4%A', '*/*')).json<{ code: string }>().code,
      'malformed_request',
    );
    const { headers } = await open('/%E0%A4%A', '*/*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
  });

  it('does not bring what was asked into the page', async () => {
    const { body } = await open('/<script>alert(1)</script>', BROWSER);
    assert.doesNotMatch(body, /alert|<script/);
  });
});

describe('the replies of the service', () => {
  it('are compressed where they are long, and not sent again to who has them', async () => {
    for (const read of [states, settings]) {
      const answer = await read();
      assert.equal(answer.headers['content-encoding'], 'gzip');
      JSON.parse(gunzipSync(answer.rawPayload).toString());
      const again = await read({ 'if-none-match': String(answer.headers['etag']) });
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
      assert.equal(again.headers['cache-control'], answer.headers['cache-control']);
    }
  });

  it('are not kept by browsers where they are someone’s, and 304 is for who may read alone', async () => {
    const { headers: sent } = await settings();
    assert.equal(sent['cache-control'], 'no-store');
    const stranger = await service.app.http.inject({
      url: '/api/v1/admin/settings',
      headers: { 'if-none-match': String(sent['etag']) },
    });
    assert.equal(stranger.statusCode, 401);
  });

  it('with a new token are as long as their text, whatever the client accepts', async () => {
    const { headers: sent, rawPayload } = await service.app.http.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers,
      payload: { email: first.email, password: first.password, user_type: 'admin' },
    });
    assert.equal(sent['content-encoding'], undefined);
    assert.ok(rawPayload.length >= 1_400, 'long enough to be compressed otherwise');
  });
});
