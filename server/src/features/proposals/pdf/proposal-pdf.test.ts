import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createPdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import { marksIn, ONE_MARK } from '../../../platform/pdf/brand-on-pages.fixture.ts';
import { readPdf } from '../../../platform/pdf/read-pdf.fixture.ts';
import type { ProposalDocument } from './proposal-document.ts';
import { proposalPdfKind } from './proposal-pdf-kind.ts';
import { buildItem, buildProposalDocument } from './proposal-pdf.fixture.ts';
import { renderProposalPdf } from './proposal-pdf.ts';

const MARGIN = 42.5; // 15 mm in points, minus a rounding tolerance
const ASCENT = 0.718; // of Helvetica, relative to its size
const DESCENT = 0.207;
const read = async (document: ProposalDocument): ReturnType<typeof readPdf> =>
  readPdf(await renderProposalPdf(document));

describe('the PDF of a proposal', () => {
  it('shows the order, the supplier, the dates and the total', async () => {
    const { text } = await read(buildProposalDocument(14));
    for (const said of [
      'Cotação COT-2026-000123',
      'Insumos para a segunda safra e suplementação do rebanho',
      '3f2a9c1e',
      'Enviada',
      '19/11/2026 às 16h42 (horário de Brasília)',
      'até 20/11/2026 (23h59, horário de Brasília)',
      'Produtor: A. C. B. – Sorriso/MT',
      'Agropecuária São João Comércio de Insumos Ltda',
      '12.ABC.345/01DE-35',
      'R$ 260.455,00',
      'duzentos e sessenta mil, quatrocentos e cinquenta e cinco reais',
      'R$ 1.200,00',
      'R$ 261.655,00',
      'até 20/12/2026',
      '12 de 14',
      '12 dias',
      '28/56 dias, boleto',
      'OR-4471/26',
      'Carga mínima de 10 t por viagem.',
      'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).',
      'Documento gerado em 20/11/2026 às 14h31 (horário de Brasília) – não tem valor fiscal',
    ])
      assert.ok(text.includes(said), `missing: ${said}`);
    assert.doesNotMatch(text, /RASCUNHO/);
  });

  it('prints each row of the table: quantities, prices, declined items, similar products', async () => {
    const { text } = await read(buildProposalDocument(14));
    assert.match(
      text,
      /1 Farelo de soja, saca de 50 kg Bunge 500 SC 500 SC 145,00 72\.500,00 2 Milho/,
    );
    assert.match(
      text,
      /7 Sal mineral, 45 g de fósforo Master 20 SC Não cotado – Sem estoque: próximo lote previsto para 15\/12 8 /,
    );
    assert.match(text, /Similar: Masterfos 65 — mesma garantia, saco de 25 kg/);
    assert.match(text, /Rainbow · Glifosato 480 g\/L/);
  });

  for (const [count, pages] of [
    [1, 1],
    [14, 2],
    [44, 3],
    [104, 6],
    [1000, 40],
  ] as const) {
    it(`contains ${count} items, each once and in order, under a heading on every page, within the margins`, async () => {
      const pdf = await read(buildProposalDocument(count));
      assert.ok(Math.abs(pdf.pages.length - pages) <= pages / 10, `${pdf.pages.length} pages`);
      const positions = pdf.pages.flatMap((page) =>
        page.runs
          .filter((run) => run.x < 43 && /^\d+$/.test(run.text))
          .map((run) => Number(run.text)),
      );
      assert.deepEqual(
        positions,
        Array.from({ length: count }, (_, index) => index + 1),
      );
      for (const [index, page] of pdf.pages.entries()) {
        assert.ok(page.text.includes(`Página ${index + 1} de ${pdf.pages.length}`));
        assert.ok(
          index === 0 ||
            page.text.startsWith('Lavra · Proposta comercial 3f2a9c1e · Cotação COT-2026-000123'),
        );
        const hasRows = page.runs.some((run) => run.x < 43 && /^\d+$/.test(run.text));
        assert.equal(
          page.text.includes('Item Produto Solicitado Ofertado Preço unitário (R$) Total (R$)'),
          hasRows,
        );
      }
      assertWithinMargins(pdf);
    });
  }

  it('bears the mark of the brand on every page', async () => {
    const marks = await marksIn(await renderProposalPdf(buildProposalDocument(44)));
    assert.deepEqual(marks, [ONE_MARK, ONE_MARK, ONE_MARK]);
  });

  it('stays short when the texts consist of line breaks', async () => {
    const document = buildProposalDocument(170);
    const lines = `a${'\n'.repeat(980)}a`;
    const items = document.items.map((item) => ({ ...item, notes: lines }));
    const { pages } = await read({ ...document, items });
    assert.ok(pages.length < 100, `${pages.length} pages`);
  });

  it('names no supplier on the anonymous copy', async () => {
    const named = buildProposalDocument(14);
    const { text, raw } = await read({ ...named, supplier: null });
    for (const trace of [
      ...Object.values(named.supplier ?? {}),
      'OR-4471/26',
      'Fornecedor',
      'fornecedor',
    ])
      assert.ok(!text.includes(String(trace)), `found: ${trace}`);
    assert.ok(!raw.includes('Agropecu'));
    assert.match(text, /Produtor A\. C\. B\. – Sorriso\/MT/);
  });

  it('marks a draft on every page and says it was not sent', async () => {
    const sent = buildProposalDocument(44);
    const { pages, text } = await read({
      ...sent,
      proposal: { ...sent.proposal, status: 'draft', status_label: 'Rascunho', submitted_at: null },
    });
    for (const page of pages) assert.match(page.text, /RASCUNHO/);
    assert.match(text, /Criada em \(ainda não enviada\) 18\/11\/2026 às 09h05/);
  });

  it('prints a brand once when the product has the same name', async () => {
    const { text } = await read({
      ...buildProposalDocument(1),
      items: [
        buildItem(0, {
          product: 'Braddock SL',
          brand: 'Braddock SL',
          active_ingredient: 'Glifosato',
        }),
      ],
    });
    assert.equal(text.match(/Braddock SL/g)?.length, 1);
    assert.match(text, /Braddock SL Glifosato/);
  });

  it('prints what the producer asked for beside the product', async () => {
    const { text } = await read({
      ...buildProposalDocument(1),
      items: [
        buildItem(0, { allow_similar: false, requested_notes: 'saco de 25 kg' }),
        buildItem(1, { requested_notes: 'entregar na sede' }),
      ],
    });
    assert.match(text, /Bunge Não aceita similar · Pedido: saco de 25 kg 500 SC/);
    assert.match(text, /Nacional Pedido: entregar na sede 1\.000 SC/);
  });

  it('names who pays for the freight where it has no amount', async () => {
    const full = buildProposalDocument(1);
    for (const [kind, words] of [
      ['included', 'Incluso (CIF)'],
      ['by_producer', 'Por conta do produtor (FOB)'],
    ] as const) {
      const { text } = await read({
        ...full,
        proposal: {
          ...full.proposal,
          freight_amount: null,
          freight_kind: kind,
          landed_total: null,
        },
      });
      assert.ok(text.includes(words), words);
    }
  });

  it('says whether it is sold in part, from which minimum on and with which freight', async () => {
    const full = buildProposalDocument(1);
    for (const [terms, words] of [
      [
        {},
        'Vende em parte, a partir de R$ 5.000,00; frete proporcional ao valor dos itens comprados',
      ],
      [{ partial_minimum: null, freight_amount: null }, 'Vende em parte'],
      [{ allows_partial: false, partial_minimum: null }, 'Só a proposta inteira'],
    ] as const) {
      const { text } = await read({ ...full, proposal: { ...full.proposal, ...terms } });
      assert.ok(text.replaceAll('\u00A0', ' ').includes(`Venda em parte ${words}`), text);
    }
  });

  it('states what was not filled in', async () => {
    const full = buildProposalDocument(2);
    const { text } = await read({
      ...full,
      order: { ...full.order, city: null, state: null, delivery_date: null },
      proposal: {
        ...full.proposal,
        validity_date: null,
        payment_terms: null,
        delivery_days: null,
        notes: null,
        freight_amount: null,
        landed_total: null,
        supplier_reference: null,
      },
      items: [
        buildItem(0, { unit_price: '0.0000', total_price: '0.00', brand: null }),
        buildItem(1),
      ],
    });
    assert.match(
      text,
      /Validade da proposta Não informada Prazo de entrega Não informado Condição de pagamento Não informada/,
    );
    assert.match(text, /500 SC Não cotado 2 Milho/);
    assert.match(text, /Frete Não informado/);
    assert.doesNotMatch(text, /null|undefined|Observações|Entrega:|receituário|Total com frete/);
  });
});

describe('the PDF of a proposal with unusually long texts', () => {
  const base = buildProposalDocument(14);
  const name = 'Suplemento mineral proteico energético '.repeat(6).slice(0, 216).trim();
  const words = Array.from({ length: 1_100 }, (_, index) => `w${index}`).join(' ');

  it('wraps a product name of 216 characters and notes of 5,000, over several pages if needed', async () => {
    const pdf = await read({
      ...base,
      proposal: { ...base.proposal, notes: words },
      items: base.items.map((item, index) => (index === 3 ? { ...item, product: name } : item)),
    });
    assert.ok(pdf.text.includes(name));
    assert.ok(withoutPageLines(pdf).includes(words));
    assertWithinMargins(pdf);
  });

  it('splits no row across pages, unless it is taller than a page, and then between two lines', async () => {
    const tall = 'linha alta '.repeat(120).trim();
    const moved = await read({
      ...base,
      items: base.items.map((item) => ({ ...item, notes: tall })),
    });
    for (const page of moved.pages)
      assert.equal(count(page.text, /Obs\.: linha alta/g) * 120, count(page.text, /linha alta/g));
    const cut = await read({
      ...base,
      items: [buildItem(0), buildItem(1, { notes: words }), buildItem(2)],
    });
    assert.equal(cut.text.match(/w\d+/g)?.join(' '), words);
    assert.ok(cut.pages.length >= 2);
    assertWithinMargins(moved);
    assertWithinMargins(cut);
  });

  it('breaks long words, and prints the largest numbers within their columns', async () => {
    const largest = {
      requested_quantity: '9999999999.999',
      offered_quantity: '9999999999.999',
      unit_price: '9999999999999.9999',
      total_price: '9999999999999.99',
    };
    const pdf = await read({
      ...base,
      order: { ...base.order, description: 'x'.repeat(300) },
      proposal: {
        ...base.proposal,
        total_amount: '9999999999999.99',
        payment_terms: 'y'.repeat(400),
      },
      items: [buildItem(0, { ...largest, product: 'z'.repeat(216) })],
    });
    assert.equal(pdf.text.match(/x{10,}/g)?.join('').length, 300);
    assert.equal(pdf.text.match(/y{10,}/g)?.join('').length, 400);
    assert.equal(pdf.text.match(/z{10,}/g)?.join('').length, 216);
    assert.ok(pdf.text.includes('R$ 9.999.999.999.999,99'));
    assert.ok(pdf.text.includes('9.999.999.999.999,9999'));
    assertWithinMargins(pdf);
  });

  it('stays readable with characters the font does not have', async () => {
    const pdf = await read({
      ...base,
      proposal: { ...base.proposal, notes: 'Ac\u0327a\u0303o 👩🏽‍🌾 大豆 P₂O₅\u0000\u0007 “ok” €' },
      order: { ...base.order, description: 'Soja\tmilho\r\ntrigo \u202eoãn' },
    });
    assert.ok(pdf.text.includes('Ação ? ?? P2O5 “ok” €'));
    assert.ok(pdf.text.includes('Soja milho trigo oãn'));
  });
});

describe('the PDF file', () => {
  it('carries title, author, language and tags for screen readers', async () => {
    const pdf = await read(buildProposalDocument(14));
    assert.equal(pdf.info['Title'], 'Proposta comercial 3f2a9c1e');
    assert.equal(pdf.info['Author'], 'Lavra');
    assert.equal(pdf.info['Language'], 'pt-BR');
    assert.ok(pdf.isTagged);
    assert.equal(pdf.roles.filter((role) => role === 'TR').length, 15);
    assert.equal(pdf.roles.filter((role) => role === 'TH').length, 6);
    assert.equal(pdf.roles.filter((role) => role === 'H1').length, 1);
  });

  it('is the same to the byte for the same document', async () => {
    const [one, two] = await Promise.all([
      renderProposalPdf(buildProposalDocument(44)),
      renderProposalPdf(buildProposalDocument(44)),
    ]);
    assert.deepEqual(one, two);
  });

  const renderer = createPdfRenderer({
    kinds: { proposal: proposalPdfKind },
    maxQueued: 1,
    timeoutMs: 20_000,
  });
  after(() => renderer.close());

  it('is the same when the printing thread renders it', async () => {
    const document = buildProposalDocument(14);
    assert.deepEqual(
      await renderer.render('proposal', document),
      await renderProposalPdf(document),
    );
  });
});

function assertWithinMargins(pdf: Awaited<ReturnType<typeof readPdf>>): void {
  for (const page of pdf.pages) {
    for (const { text, x, y, width, height } of page.runs) {
      const isInside =
        x >= MARGIN &&
        x + width <= page.width - MARGIN + 0.5 &&
        y - DESCENT * height >= MARGIN &&
        y + ASCENT * height <= page.height - MARGIN;
      assert.ok(isInside, `outside the margins: ${text} at ${x}, ${y}`);
    }
  }
}

/** Returns the whole text as if it were printed on one endless page. */
function withoutPageLines(pdf: Awaited<ReturnType<typeof readPdf>>): string {
  const strips =
    /^Lavra · Proposta comercial \S+ · Cotação \S+ |^Item Produto .*? Total \(R\$\) | ?Documento gerado em .*$/g;
  return pdf.pages.map((page) => page.text.replace(strips, '').replace(strips, '')).join(' ');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
