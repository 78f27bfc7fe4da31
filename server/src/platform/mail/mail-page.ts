import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '../db/database.ts';
import { wireTime } from '../text/wire.ts';
import { escapeHtml } from './escape-html.ts';
import type { MailOutbox, StoredMail } from './mail-outbox.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';

const SHOWN = 50;

const style = 'body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #999;padding:1rem 0}pre{white-space:pre-wrap;font:inherit}a{word-break:break-all}';

/** Nothing is loaded and nothing runs; the one style is named by its hash. */
const policy = [
  "default-src 'none'", `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; ');

/**
 * The mail that would have been sent, links and all, for people who develop: `/dev/mails` and `/dev/mails/{id}`.
 * Whoever reads it can enter any account: it is never mounted in production, and answers this machine alone.
 */
export function mountMailPage(app: FastifyInstance, { db, outbox, publicUrl }: { db: Db; outbox: MailOutbox; publicUrl: string }): void {
  const render = ({ template, data, secret }: StoredMail): RenderedMail => renderMail(template, data, secret, { publicUrl });

  app.get('/dev/mails', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.callNotFound();
    const mails = await outbox.listMails(db, SHOWN);
    const articles = mails.map((mail) => article(mail, render(mail)));
    return page(reply, 'E-mails', articles.length === 0 ? '<p>Nenhum e-mail ainda.</p>' : articles.join('\n'));
  });
  app.get<{ Params: { id: string } }>('/dev/mails/:id', async ({ params: { id }, ip }, reply) => {
    const mail = !isLoopback(ip) ? undefined : /^\d{1,15}$/.test(id) ? await outbox.findMail(db, Number(id)) : undefined;
    if (mail === undefined) return reply.callNotFound();
    const rendered = render(mail);
    return page(reply, rendered.subject, `${article(mail, rendered)}\n<h2>Em HTML</h2>\n${rendered.html}`);
  });
}

const isLoopback = (ip: string): boolean => /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(ip);

function article({ id, to, createdAt }: StoredMail, { subject, text, link }: RenderedMail): string {
  const url = link === undefined ? '' : `\n<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return `<article>
<h2><a href="/dev/mails/${id}">${escapeHtml(subject)}</a></h2>
<p>Para ${escapeHtml(to)}, em ${wireTime(createdAt)}</p>
<pre>${escapeHtml(text)}</pre>${url}
</article>`;
}

function page(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(`<!doctype html>
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
`);
}
