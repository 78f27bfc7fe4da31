import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderAttachment } from '@lavra/contract/attachments/schemas';
import { MAX_ATTACHMENT_BYTES } from '@lavra/contract/attachments/schemas';
import { orderStatuses } from '@lavra/domain/order/order-status';
import {
  fileForm,
  someJpeg,
  somePdf,
  somePng,
  someZip,
  type FormFile,
} from '../../../test/files.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { assertInvalid, assertRefused } from '../proposals/proposals.fixture.ts';

const service = await startService();
const producer = await buildProducer(service);
const supplier = await buildSupplier(service);
const stranger = await buildProducer(service);
const consultant = await buildConsultant(service);

const open = (fields: Partial<Parameters<typeof buildOrder>[1]> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const at = (order: { uuid: string }, attachment = ''): string =>
  `/api/v1/orders/${order.uuid}/attachments${attachment === '' ? '' : `/${attachment}`}`;
const upload = (
  order: { uuid: string },
  file: FormFile,
  {
    token = producer.token,
    headers = {},
  }: { token?: string; headers?: Record<string, string> } = {},
) => {
  const form = fileForm(file);
  return service.call<OrderAttachment>('POST', at(order), {
    token,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
};
const attach = async (order: { uuid: string }, file: FormFile): Promise<OrderAttachment> => {
  const { status, body } = await upload(order, file);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const list = async (order: { uuid: string }, token = producer.token): Promise<OrderAttachment[]> =>
  (await service.call<{ data: OrderAttachment[] }>('GET', at(order), { token })).body.data;
const countFiles = async (): Promise<number> =>
  (
    await service.db.q
      .selectFrom('stored_files')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
let remarks = 0;
const newPdf = (): Buffer => somePdf(`number ${(remarks += 1)}`);

describe('attaching a file to an order', () => {
  it('lets its producer and every supplier who sees the order read it', async () => {
    const order = await open();
    const sent = { 'mapa.pdf': somePdf('mapa'), 'foto.png': somePng(), 'foto.jpg': someJpeg() };
    for (const [filename, content] of Object.entries(sent))
      await attach(order, { filename, content });
    const attachments = await list(order);
    assert.deepEqual(
      attachments.map(({ filename, media_type, size }) => [filename, media_type, size]),
      [
        ['mapa.pdf', 'application/pdf', sent['mapa.pdf'].length],
        ['foto.png', 'image/png', sent['foto.png'].length],
        ['foto.jpg', 'image/jpeg', sent['foto.jpg'].length],
      ],
    );
    assert.deepEqual(await list(order, supplier.token), attachments);
    const [map] = attachments;
    for (const { token } of [producer, supplier]) {
      const { status, raw, headers } = await service.call('GET', at(order, map?.uuid), { token });
      assert.equal(status, 200);
      assert.deepEqual(raw, sent['mapa.pdf']);
      assert.equal(headers['content-type'], 'application/pdf');
      assert.equal(
        headers['content-disposition'],
        `attachment; filename="mapa.pdf"; filename*=UTF-8''mapa.pdf`,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  it('shows suppliers its name without contacts', async () => {
    const order = await open();
    const { uuid } = await attach(order, {
      filename: 'fale no 66 99876-5432.pdf',
      content: newPdf(),
    });
    for (const [token, name] of [
      [producer.token, 'fale no 66 99876-5432.pdf'],
      [supplier.token, 'fale no [contato oculto].pdf'],
    ] as const) {
      assert.deepEqual(
        (await list(order, token)).map(({ filename }) => filename),
        [name],
      );
      const { headers } = await service.call('GET', at(order, uuid), { token });
      assert.ok(decodeURIComponent(String(headers['content-disposition'])).includes(name));
    }
  });

  it('stores the same content once, whatever its name and however often it is sent at once', async () => {
    const [order, other] = [await open(), await open()];
    const content = newPdf();
    const before = await countFiles();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        upload(index % 2 === 0 ? order : other, { content, filename: `${index}.pdf` }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 6 }, () => 200),
    );
    assert.equal(new Set(answers.map(({ body }) => body.uuid)).size, 2);
    assert.deepEqual(
      [(await list(order)).length, (await list(other)).length, await countFiles()],
      [1, 1, before + 1],
    );
  });

  it('replays the reply under an Idempotency-Key, and refuses another file under it', async () => {
    const order = await open();
    const headers = { 'idempotency-key': 'anexo-1' };
    const content = newPdf();
    const first = await upload(order, { content }, { headers });
    await service.call('DELETE', at(order, first.body.uuid), { token: producer.token });
    assert.deepEqual((await upload(order, { content }, { headers })).body, first.body);
    assert.deepEqual(await list(order), []);
    assertRefused(
      await upload(order, { content: newPdf() }, { headers }),
      409,
      'idempotency_conflict',
    );
  });

  it('adds it to the timeline without revealing more', async () => {
    const order = await open();
    const { uuid } = await attach(order, { content: newPdf() });
    await service.call('DELETE', at(order, uuid), { token: producer.token });
    const { body } = await service.call<{ data: { event: string; label: string }[] }>(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/timeline`,
      { token: producer.token },
    );
    assert.deepEqual(
      body.data.map(({ event, label }) => [event, label]),
      [
        ['attachment.added', 'Anexo incluído'],
        ['attachment.removed', 'Anexo excluído'],
      ],
    );
  });

  it('makes the file name safe to save', async () => {
    const order = await open();
    const names = {
      '../../etc/orçamento final.pdf': 'orçamento final.pdf',
      'C:\\temp\\x.pdf': 'x.pdf',
      'virus.exe': 'virus.exe.pdf',
      'a\u202efdp.exe': 'afdp.exe.pdf',
    };
    for (const [sent, kept] of Object.entries(names))
      assert.equal((await attach(order, { filename: sent, content: newPdf() })).filename, kept);
    assert.equal(
      (await attach(order, { filename: `${'ã'.repeat(400)}.pdf`, content: newPdf() })).filename
        .length,
      200,
    );
    const nul = await attach(order, { filename: 'a\0b.pdf', content: newPdf() });
    assert.equal(nul.filename, 'ab.pdf');
    const [first] = await list(order);
    const { headers } = await service.call('GET', at(order, first?.uuid), {
      token: supplier.token,
    });
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="orcamento final.pdf"; filename*=UTF-8''or%C3%A7amento%20final.pdf`,
    );
  });
});

describe('an invalid attachment', () => {
  it('is refused under the name of its field', async () => {
    const order = await open();
    const type = { file: 'Envie um arquivo PDF, PNG ou JPEG íntegro.' };
    assertInvalid(await upload(order, { content: Buffer.alloc(0) }), {
      file: 'O arquivo está vazio.',
    });
    for (const content of [
      someZip(),
      Buffer.concat([somePdf(), someZip()]),
      Buffer.from('<html></html>'),
      Buffer.from('%PDF-1.4'),
      Buffer.from('\x89PNG'),
    ]) {
      assertInvalid(await upload(order, { content, filename: 'arquivo.pdf' }), type);
    }
    assertInvalid(await upload(order, { content: newPdf(), field: 'anexo' }), {
      file: 'Envie um arquivo neste campo.',
      anexo: 'Este campo não é conhecido.',
    });
    assertInvalid(await upload(order, { content: newPdf(), fields: { extra: '1' } }), {
      extra: 'Este campo não é conhecido.',
    });
    assertInvalid(await service.call('POST', at(order), { token: producer.token }), {
      file: 'Envie um arquivo neste campo.',
    });
    assert.deepEqual(await list(order), []);
  });

  it('is refused from the first byte past 10 MiB', async () => {
    const order = await open();
    // The larger offset takes seven more digits.
    const fitting = somePdf('', MAX_ATTACHMENT_BYTES - somePdf('').length - 7);
    const exact = somePdf(
      '',
      MAX_ATTACHMENT_BYTES - somePdf('').length - 7 + (MAX_ATTACHMENT_BYTES - fitting.length),
    );
    assert.equal(exact.length, MAX_ATTACHMENT_BYTES);
    assert.equal((await attach(order, { content: exact })).size, MAX_ATTACHMENT_BYTES);
    assertRefused(
      await upload(order, { content: Buffer.concat([exact, Buffer.from('\n')]) }),
      413,
      'body_too_large',
    );
    assertRefused(
      await upload(order, { content: Buffer.alloc(3 * MAX_ATTACHMENT_BYTES) }),
      413,
      'body_too_large',
    );
    assert.equal((await list(order)).length, 1);
  });

  it('is refused with 415 when it is no form, and a form sent elsewhere is refused with 415', async () => {
    const order = await open();
    const { token } = producer;
    assertRefused(
      await service.call('POST', at(order), { token, body: { file: 'x' } }),
      415,
      'upload_expected',
    );
    assertRefused(
      await service.call('POST', at(order), {
        token,
        payload: somePdf(),
        headers: { 'content-type': 'application/pdf' },
      }),
      415,
      'upload_expected',
    );
    const form = fileForm({ content: newPdf() });
    assertRefused(
      await service.call('POST', '/api/v1/producer/orders', { token, ...form }),
      415,
      'unsupported_media_type',
    );
  });

  it('is refused when the form is truncated, has no boundary or too many parts', async () => {
    const order = await open();
    const form = fileForm({ content: newPdf() });
    const send = (payload: Buffer, headers = form.headers) =>
      service.call('POST', at(order), { token: producer.token, payload, headers });
    for (const end of [form.payload.length - 30, form.payload.length - 60, 60, 20]) {
      const { status } = await send(form.payload.subarray(0, end));
      assert.ok(status === 400 || status === 422, `${end} bytes: ${status}`);
    }
    assertRefused(
      await send(form.payload, { 'content-type': 'multipart/form-data' }),
      400,
      'malformed_upload',
    );
    const second = Buffer.concat([
      form.payload.subarray(0, form.payload.length - 4),
      Buffer.from('\r\n'),
      form.payload,
    ]);
    assertRefused(await send(second), 413, 'body_too_large');
    const many = fileForm({
      content: newPdf(),
      fields: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x'])),
    });
    assertRefused(await send(many.payload), 413, 'body_too_large');
    const named = fileForm({ content: newPdf(), field: '__proto__' });
    assertRefused(await send(named.payload), 400, 'malformed_upload');
    assert.deepEqual(await list(order), []);
  });

  it('is refused as the 21st of an order, also when many come at once', async () => {
    const order = await open();
    for (let n = 0; n < 8; n += 1) await attach(order, { content: newPdf() });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => upload(order, { content: newPdf() })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 12);
    for (const refused of answers.filter(({ status }) => status !== 200))
      assertRefused(refused, 422, 'attachments_limit');
    const attachments = await list(order);
    assert.equal(attachments.length, 20);
    await service.call('DELETE', at(order, attachments[3]?.uuid), { token: producer.token });
    assert.equal((await upload(order, { content: newPdf() })).status, 200);
  });
});

describe('access to attachments', () => {
  it('is checked before the file is: 401, 403 by profile and by owner, 404', async () => {
    const order = await open();
    const { uuid } = await attach(order, { content: newPdf() });
    const form = fileForm({ content: someZip() });
    const as = (token: string | undefined) => ({
      token,
      payload: form.payload,
      headers: form.headers,
    });
    assertRefused(await service.call('POST', at(order), as(undefined)), 401, 'unauthenticated');
    for (const { token } of [supplier, consultant]) {
      assertRefused(await service.call('POST', at(order), as(token)), 403, 'forbidden');
      assertRefused(await service.call('DELETE', at(order, uuid), { token }), 403, 'forbidden');
    }
    assertRefused(await service.call('POST', at(order), as(stranger.token)), 403, 'not_yours');
    assertRefused(
      await service.call('POST', at({ uuid }), as(producer.token)),
      404,
      'order_not_found',
    );
    for (const [method, url] of [
      ['GET', at(order)],
      ['GET', at(order, uuid)],
      ['DELETE', at(order, uuid)],
    ] as const) {
      assertRefused(await service.call(method, url), 401, 'unauthenticated');
      assertRefused(await service.call(method, url, { token: consultant.token }), 403, 'forbidden');
      assertRefused(await service.call(method, url, { token: stranger.token }), 403, 'not_yours');
    }
    assert.equal((await list(order)).length, 1);
  });

  it('is denied for an order that the supplier cannot see, and under another order', async () => {
    const [draft, published] = [await open({ status: 'rascunho' }), await open()];
    const { uuid, id } = await attach(draft, { content: newPdf() });
    for (const url of [at(draft), at(draft, uuid)])
      assertRefused(
        await service.call('GET', url, { token: supplier.token }),
        404,
        'order_not_found',
      );
    for (const name of [uuid, String(id), 'x', '0']) {
      for (const { token } of [supplier, producer])
        assertRefused(
          await service.call('GET', at(published, name), { token }),
          404,
          'attachment_not_found',
        );
      assertRefused(
        await service.call('DELETE', at(published, name), { token: producer.token }),
        404,
        'attachment_not_found',
      );
    }
    assert.equal(
      (await service.call('GET', at(draft, String(id)), { token: producer.token })).status,
      200,
    );
  });

  it('lets the producer change them until the order is closed', async () => {
    for (const status of orderStatuses) {
      const order = await open({ status: 'publicada' });
      const { uuid } = await attach(order, { content: newPdf() });
      await service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
      const answers = [
        await upload(order, { content: newPdf() }),
        await service.call('DELETE', at(order, uuid), { token: producer.token }),
      ];
      if (['rascunho', 'pendente', 'publicada'].includes(status))
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [200, 200],
          status,
        );
      else for (const answer of answers) assertRefused(answer, 422, 'order_attachments_fixed');
    }
  });
});

describe('stored content', () => {
  it('is deleted with the last attachment that refers to it', async () => {
    const [order, other] = [await open(), await open()];
    const content = newPdf();
    const before = await countFiles();
    const [first, second] = [await attach(order, { content }), await attach(other, { content })];
    assert.equal(await countFiles(), before + 1);
    await service.call('DELETE', at(order, first.uuid), { token: producer.token });
    assert.deepEqual(
      (await service.call('GET', at(other, second.uuid), { token: supplier.token })).raw,
      content,
    );
    await service.call('DELETE', at(other, second.uuid), { token: producer.token });
    assert.equal(await countFiles(), before);
  });

  it('is deleted with a deleted draft, unless another order refers to it', async () => {
    const [draft, other] = [await open({ status: 'rascunho' }), await open()];
    const shared = newPdf();
    const before = await countFiles();
    for (const content of [newPdf(), shared, newPdf()]) await attach(draft, { content });
    await attach(other, { content: shared });
    assert.equal(
      (
        await service.call('DELETE', `/api/v1/producer/orders/${draft.uuid}`, {
          token: producer.token,
        })
      ).status,
      200,
    );
    assert.equal(await countFiles(), before + 1);
    assert.equal((await list(other)).length, 1);
  });

  it('is never lost to an order that attaches it while another one detaches it', async () => {
    const [order, other] = [await open(), await open()];
    const content = newPdf();
    for (let turn = 0; turn < 25; turn += 1) {
      const held = await attach(order, { content });
      const [removed, added] = await Promise.all([
        service.call('DELETE', at(order, held.uuid), { token: producer.token }),
        upload(other, { content }),
      ]);
      assert.deepEqual([removed.status, added.status], [200, 200]);
      assert.deepEqual(
        (await service.call('GET', at(other, added.body.uuid), { token: supplier.token })).raw,
        content,
      );
      await service.call('DELETE', at(other, added.body.uuid), { token: producer.token });
    }
  });

  it('is removed once when two requests remove it at the same time', async () => {
    const order = await open();
    const { uuid } = await attach(order, { content: newPdf() });
    const answers = await Promise.all(
      [0, 1].map(() => service.call('DELETE', at(order, uuid), { token: producer.token })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    );
  });
});
