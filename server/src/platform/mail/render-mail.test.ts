import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { userTypes } from '@lavra/domain/account/user-type';
import { mailTexts, type MailTemplate } from '../texts/mail-texts.ts';
import { renderMail, renderNotification } from './render-mail.ts';

const ana = { name: 'Ana Souza', user_type: 'produtor' } as const;
const publicUrl = 'https://lavra.example';
const templates = Object.keys(mailTexts) as MailTemplate[]; // the table's own keys

describe('a mail', () => {
  it("greets its reader and links to the page of the reader's portal", () => {
    const { subject, text, html, link } = renderMail('password_reset', ana, 'tok_en-1', {
      publicUrl,
    });
    assert.equal(subject, 'Escolha uma nova senha no Lavra');
    assert.equal(link, 'https://lavra.example/produtor/redefinir-senha?token=tok_en-1');
    assert.match(text, /^Olá, Ana Souza,\n/);
    assert.ok(text.includes(link));
    assert.equal(/<a href="([^"]+)" [^>]*>Escolher nova senha<\/a>/.exec(html)?.[1], link);
    const pages = userTypes.map(
      (user_type) =>
        renderMail('email_verification', { ...ana, user_type }, 't', { publicUrl }).link,
    );
    assert.deepEqual(
      pages,
      ['produtor', 'fornecedor', 'admin', 'produtor'].map(
        (portal) => `https://lavra.example/${portal}/verificar-email?token=t`,
      ),
    );
  });

  it('has a subject, a greeting and a signature in every kind', () => {
    for (const template of templates) {
      const { subject, text, html } = renderMail(template, ana, 'secret', { publicUrl });
      assert.match(subject, /Lavra/);
      assert.match(text, /^Olá, Ana Souza,\n[\s\S]+\nEquipe Lavra\n/);
      assert.match(html, /^<!doctype html>[\s\S]+>Olá, Ana Souza,<\/p>\n[\s\S]+>Equipe Lavra<\/p>/);
    }
  });

  it('contains a secret exactly when it has a link', () => {
    const notice = renderMail('password_changed', ana, 'secret', { publicUrl });
    assert.ok(![notice.text, notice.html].some((part) => part.includes('secret')));
    assert.equal(renderMail('password_reset', ana, undefined, { publicUrl }).link, undefined);
  });

  it('shows names as text, never as markup', () => {
    const { html, text } = renderMail(
      'email_verification',
      { ...ana, name: `<b onclick="x">Zé & 'Filhos'` },
      't',
      { publicUrl },
    );
    assert.match(html, /Olá, &lt;b onclick=&quot;x&quot;&gt;Zé &amp; &#39;Filhos&#39;,/);
    assert.match(text, /Olá, <b onclick="x">Zé & 'Filhos',/);
  });

  it('omits a name that is a link, too long or blank, and removes its line breaks', () => {
    const greeting = (name: string) =>
      renderMail('email_verification', { ...ana, name }, 't', { publicUrl }).text.split('\n')[0];
    for (const name of [
      'Ganhe em https://golpe.example',
      'golpe.example',
      'WWW golpe',
      'a@b',
      'x'.repeat(61),
      ' \u200B ',
    ])
      assert.equal(greeting(name), 'Olá,', name);
    assert.equal(greeting('Ana\r\nBcc: b\u2028c'), 'Olá, Ana Bcc: b c,');
    assert.equal(greeting('Agropecuária São João S.A.'), 'Olá, Agropecuária São João S.A.,');
  });

  it('describes an event as its notification does, and links to its page', () => {
    const { subject, text, html, link } = renderNotification(
      {
        title: 'Cotação em análise',
        body: 'A cotação “<b>Soja & milho</b>” espera.',
        path: '/produtor/cotacoes/1',
      },
      ana,
      { publicUrl },
    );
    assert.deepEqual(
      [subject, link],
      ['Cotação em análise', 'https://lavra.example/produtor/cotacoes/1'],
    );
    assert.match(
      text,
      /^Olá, Ana Souza,\n\nA cotação “<b>Soja & milho<\/b>” espera\.\n\nAbrir no Lavra: https:\/\/lavra\.example\/produtor\/cotacoes\/1\n/,
    );
    assert.ok(
      html.includes('A cotação “&lt;b&gt;Soja &amp; milho&lt;/b&gt;” espera.') &&
        !html.includes('<b>'),
    );
  });

  it('loads nothing from other servers, and marks its layout tables as presentation', () => {
    for (const template of templates) {
      const { html } = renderMail(template, ana, 'secret', { publicUrl });
      assert.doesNotMatch(html, /<script|src="(?!cid:marca@lavra")|url\(|@import/i);
      assert.equal(
        html.match(/<table/g)?.length,
        html.match(/<table role="presentation"/g)?.length,
      );
      assert.match(html, /<html lang="pt-BR">[\s\S]*<title>[^<]+<\/title>/);
    }
  });
});
