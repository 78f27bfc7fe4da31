import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/database.ts';
import { RuleError } from '../../../platform/errors.ts';
import { isKnownHost, isLoopback } from '../../../platform/http/known-hosts.ts';
import { wireTime } from '../../../platform/text/wire.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import { oneLine } from '../../../platform/text/one-line.ts';
import { mailMark } from '../../../platform/mail/mail-mark.ts';
import type { MailOutbox, StoredMail } from '../../../platform/mail/mail-outbox.ts';
import { mailSamples } from './mail-samples.ts';
import { renderMail, type RenderedMail } from '../../../platform/mail/render-mail.ts';

const SHOWN = 50;

const style = oneLine(`
  body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
  article{border-top:1px solid #999;padding:1rem 0}
  pre{white-space:pre-wrap;font:inherit}
  a{word-break:break-all}
  iframe{width:100%;height:48rem;border:1px solid #999}`);

/**
 * Nothing is loaded and nothing runs; the only style is allowed by its hash, and only the service's
 * own mails are framed.
 */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** A mail's own styles are inline, as mail clients require. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

interface MailPageDeps {
  readonly db: Db;
  readonly outbox: MailOutbox;
  /** Returns the base URL of links. */
  readonly publicUrl: () => string;
  /**
   * PUBLIC_URL as configured: the only name beside this machine's own under which the page replies.
   */
  readonly publicName: string | undefined;
  readonly zone: string;
}

/**
 * Mounts a development page with the mails that would have been sent, including their links, and a
 * sample of every mail: `/dev/mails`, `/dev/mails/{id or sample}` and the same with `?html`. Its
 * reader can enter any account, so it is never mounted in production, and replies only to this
 * machine, under known names.
 */
export function mountMailPage(
  app: FastifyInstance,
  { db, outbox, publicUrl, publicName, zone }: MailPageDeps,
): void {
  const samples = new Map(mailSamples({ publicUrl, zone }).map((sample) => [sample.key, sample]));
  const stored = ({ template, data, secret }: StoredMail): RenderedMail =>
    renderMail(template, data, secret, { publicUrl: publicUrl() });

  const assertKnownHost = ({ headers: { host } }: FastifyRequest): void => {
    if (!isKnownHost(host, publicName)) throw new RuleError('unknown_host');
  };
  app.get('/dev/mails', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.callNotFound();
    assertKnownHost(request);
    const mails = await outbox.listMails(db, SHOWN);
    const articles = mails.map((mail) => article(mail, stored(mail)));
    const shown = articles.length === 0 ? '<p>Nenhum e-mail ainda.</p>' : articles.join('\n');
    const links = [...samples.values()].map(
      ({ key, label }) => `<li><a href="/dev/mails/${key}">${escapeHtml(label)}</a></li>`,
    );
    return page(reply, 'E-mails', `${shown}\n<h2>Modelos</h2>\n<ul>\n${links.join('\n')}\n</ul>`);
  });

  const find = async (name: string): Promise<FoundMail | undefined> => {
    const sample = samples.get(name)?.render();
    if (sample !== undefined) return { rendered: sample, content: exampleOf(sample) };
    const mail = /^\d{1,15}$/.test(name) ? await outbox.findMail(db, Number(name)) : undefined;
    if (mail === undefined) return undefined;
    const rendered = stored(mail);
    return { rendered, content: article(mail, rendered) };
  };
  app.get<{ Params: { id: string }; Querystring: { html?: string } }>(
    '/dev/mails/:id',
    async (request, reply) => {
      const {
        params: { id },
        query,
        ip,
      } = request;
      if (!isLoopback(ip)) return reply.callNotFound();
      assertKnownHost(request);
      const found = await find(id);
      if (found === undefined) return reply.callNotFound();
      if (query.html !== undefined) return html(reply, mailPolicy, withPicture(found.rendered));
      return page(
        reply,
        found.rendered.subject,
        `${found.content}\n<h2>Em HTML</h2>\n<iframe title="Em HTML" sandbox src="/dev/mails/${id}?html"></iframe>`,
      );
    },
  );
}

/** A mail or a sample, and what the page shows of it. */
interface FoundMail {
  readonly rendered: RenderedMail;
  readonly content: string;
}

const exampleOf = (sample: RenderedMail): string =>
  `<h2>${escapeHtml(sample.subject)}</h2>\n${textOf(sample)}`;

/** Returns the HTML with its inline picture, which a mail holds as a part of its own. */
const withPicture = ({ html }: RenderedMail): string =>
  html.replaceAll(
    `cid:${mailMark.cid}`,
    `data:${mailMark.contentType};base64,${mailMark.content.toString('base64')}`,
  );

function article(mail: StoredMail, rendered: RenderedMail): string {
  const failure = mail.failure === null ? '' : `: ${escapeHtml(mail.failure)}`;
  return `<article>
<h2><a href="/dev/mails/${mail.id}">${escapeHtml(rendered.subject)}</a></h2>
<p>Para ${escapeHtml(mail.to)}, em ${wireTime(mail.createdAt)} (${mail.state}${failure})</p>
${textOf(rendered)}
</article>`;
}

function textOf({ text, link }: RenderedMail): string {
  const url =
    link === undefined ? '' : `\n<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return `<pre>${escapeHtml(text)}</pre>${url}`;
}

const html = (reply: FastifyReply, policy: string, document: string): FastifyReply =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(document);

const page = (reply: FastifyReply, title: string, content: string): FastifyReply =>
  html(
    reply,
    pagePolicy,
    `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} (desenvolvimento)</title>
<style>${style}</style>
</head>
<body>
<h1><a href="/dev/mails">E-mails (desenvolvimento)</a></h1>
${content}
</body>
</html>
`,
  );
