import { unitAfter } from '@lavra/domain/unit/unit-names';
import type { PublicPage } from '../../platform/html/public-page.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import { formatDate, formatDeadline, formatQuantity } from '../../platform/text/format-pt-br.ts';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';
import { LONGEST_TEXT, MOST_ROWS, type InvitedItem, type InvitedOrder } from './invited-order.ts';
import { countOf } from '@lavra/domain/text/count-of';

type OpenOrder = Extract<InvitedOrder, { open: true }>;

/** Products named in the preview's text, which messengers cut at some 150 characters. */
const NAMED = 3;

/** The page of a code that is unknown or was revoked: which of the two is not said. */
export const unknownInvitation: PublicPage = {
  title: 'Convite não encontrado',
  main: `<h1>Este convite não existe ou foi desativado</h1>
<p>Confira se o endereço está completo, ou peça um novo a quem enviou.</p>
<p class="actions"><a class="button" href="/">Conhecer a Lavra</a></p>`,
};

/** The page of an order that takes no proposals any more, or not now. */
export const closedInvitation: PublicPage = {
  title: 'Cotação encerrada',
  main: `<h1>Esta cotação está encerrada</h1>
<p>Ela não recebe mais propostas. Há outras abertas no Portal do Fornecedor.</p>
<p class="actions"><a class="button main" href="/fornecedor/cotacoes">Ver cotações abertas</a></p>`,
};

/**
 * Returns the page of an open order: what is asked, where and until when. `publicUrl` is the
 * service's address, which the preview of a messenger needs in full.
 */
export function invitationPage(
  order: OpenOrder,
  { publicUrl, zone }: { publicUrl: string; zone: string },
): PublicPage {
  const where = order.place === null ? '' : ` em ${order.place.city}/${order.place.state}`;
  const title = `Cotação de insumos${where}`;
  const deadline = formatDeadline(order.deadlineDate, zoneLabel(zone));
  const path = `/cotacoes/${order.uuid}`;
  const quote = `<a class="button main" href="/fornecedor${path}">Sou fornecedor: ver e cotar</a>`;
  const account = `/fornecedor/cadastro?voltar=${encodeURIComponent(path)}`;
  const register = `<a class="button" href="${account}">Criar conta de fornecedor</a>`;
  return {
    title,
    head: previewOf({ title, text: previewText(order), image: `${publicUrl}/marca/convite.png` }),
    main: `<h1>${escapeHtml(title)}</h1>
${paragraph(order.description)}<dl class="sheet">
${fact('Propostas', deadline)}
${order.place === null ? '' : fact('Entrega', `${order.place.city}/${order.place.state}`)}
${order.deliveryDate === null ? '' : fact('Entregar até', formatDate(order.deliveryDate))}
${fact('Preços', order.closureType === 'fechada' ? 'Todo item precisa de preço' : 'Você pode cotar parte dos itens')}
${fact('Número', order.number)}
</dl>
<div class="actions">${quote}${register}</div>
<section class="sheet"><h2>O que está sendo pedido</h2>
<table><thead><tr><th scope="col">Produto</th><th scope="col">Quantidade</th></tr></thead><tbody>
${rowsOf(order)}
</tbody></table></section>
<p class="soft">O nome do produtor aparece só para quem vence a cotação. Cotar é sem compromisso de compra.</p>`,
  };
}

/** The tags by which messengers show a title, a text and a picture with the link. */
const previewOf = ({
  title,
  text,
  image,
}: {
  title: string;
  text: string;
  image: string;
}): string =>
  [
    `<meta name="description" content="${escapeHtml(text)}">`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Lavra',
      'og:locale': 'pt_BR',
      'og:title': title,
      'og:description': text,
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
    }).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">\n',
  ].join('\n');

function previewText({ items, itemCount, deadlineDate }: OpenOrder): string {
  const named = items
    .slice(0, NAMED)
    .map(({ product, quantity, unit }) => `${product} (${amountOf(quantity, unit)})`);
  const more = itemCount - named.length;
  const rest = more === 0 ? '' : ` e mais ${countOf(more, ['item', 'itens'])}`;
  return `Propostas até ${formatDate(deadlineDate)}: ${named.join(', ')}${rest}.`;
}

/** Returns a quantity with its unit in words, which a visitor need not know by symbol. */
const amountOf = (quantity: string, unit: string): string =>
  formatQuantity(quantity, unitAfter(Number(quantity), unit));

const paragraph = (text: string | null): string =>
  text === null ? '' : `<p>${escapeHtml(shortened(text))}</p>\n`;

const fact = (name: string, value: string): string =>
  `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;

/** Returns the rows that fit, which with the frame are a page below 30 KB, and how many are left. */
function rowsOf({ items, itemCount }: OpenOrder): string {
  const rows: string[] = [];
  let length = 0;
  for (const item of items) {
    const row = rowOf(item);
    length += row.length;
    if (length > MOST_ROWS) break;
    rows.push(row);
  }
  const left = itemCount - rows.length;
  if (left > 0)
    rows.push(`<tr><td colspan="2">Mais ${countOf(left, ['item', 'itens'])} no portal</td></tr>`);
  return rows.join('\n');
}

function rowOf({ product, details, quantity, unit, notes, allowsSimilar }: InvitedItem): string {
  const lines = [details, shortened(notes ?? ''), allowsSimilar ? 'Aceita similar' : '']
    .filter((line) => line !== '')
    .map((line) => `<span>${escapeHtml(line)}</span>`);
  const asked = `<th scope="row">${escapeHtml(product)}${lines.join('')}</th>`;
  return `<tr>${asked}<td>${escapeHtml(amountOf(quantity, unit))}</td></tr>`;
}

const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed().trimEnd()}…`;
