import { brand } from '@lavra/domain/brand/mark';
import { mailFrame } from '../texts/mail-texts.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { oneLine } from '../text/one-line.ts';
import { mailMark } from './mail-mark.ts';

/** A mail's content, in plain text; the layout escapes it. */
export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The link of the mail: a button, and the same URL written out below it. */
  readonly action: { readonly label: string; readonly url: string } | undefined;
  /** Why the reader received the mail. */
  readonly reason: string;
  /** Where the reader chooses which mails to receive. */
  readonly choice?: { readonly label: string; readonly url: string };
}

/** A mail as its reader receives it: the same content in plain text and in HTML. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly link: string | undefined;
  /** The page where the reader chooses which mails to receive, where there is a choice. */
  readonly preferences: string | undefined;
}

/** Renders both forms of a mail. */
export function layOut(content: MailContent): RenderedMail {
  return {
    subject: content.subject,
    link: content.action?.url,
    preferences: content.choice?.url,
    text: textOf(content),
    html: htmlOf(content),
  };
}

function textOf({ greeting, paragraphs, action, reason, choice }: MailContent): string {
  return [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    mailFrame.signature,
    `-- \n${reason}${choice ? `\n${choice.label}: ${choice.url}` : ''}`,
    '',
  ].join('\n\n');
}

const ink = '#1c2b20';
const quiet = '#55635a';
const { green } = brand;
const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraphStyle = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:${ink}`;
const quietStyle = `margin:0;${font};font-size:13px;line-height:20px;color:${quiet}`;

/** Mail clients that support dark mode apply this; the others use the inline colours. */
const darkMode = oneLine(`
  @media (prefers-color-scheme:dark){
    .paper{background:#14201a!important}
    .page{background:#0c1410!important}
    .ink{color:#eef4ef!important}
    .quiet{color:#a9b8ae!important}
    .mark,.quiet a{color:${brand.greenOnDark}!important}
    .rule{border-color:#2c3d33!important}
  }`);

/** Attributes of a table that lays out and shows no lines. */
const plain = 'cellpadding="0" cellspacing="0" border="0"';
const pageStart = oneLine(`
  <table role="presentation" class="page" width="100%" ${plain} bgcolor="#f3f6f2">
    <tr><td align="center" style="padding:24px 12px">`);
const paperStyle = 'max-width:600px;background:#ffffff;border-radius:8px';
const paperStart = oneLine(`
  <table role="presentation" class="paper" width="100%" ${plain} bgcolor="#ffffff" style="${paperStyle}">`);
const markStyle = `padding:28px 32px 0;${font};font-size:20px;font-weight:bold;color:${green}`;
const pictureStyle = 'vertical-align:middle;margin-right:10px;border:0';
const markRow = oneLine(`
  <tr><td class="mark" style="${markStyle}">
    <img src="cid:${mailMark.cid}" width="28" height="28" alt="" style="${pictureStyle}">${brand.name}
  </td></tr>`);
const ruleStyle = 'padding:16px 32px 28px;border-top:1px solid #dfe6e0';
const buttonStyle = `padding:12px 24px;background:${green};border-radius:6px`;
const labelStyle = `${font};font-size:16px;line-height:24px;font-weight:bold;color:#ffffff;text-decoration:none`;

function htmlOf({ subject, greeting, paragraphs, action, reason, choice }: MailContent): string {
  const paragraph = (inner: string): string =>
    `<p class="ink" style="${paragraphStyle}">${inner}</p>`;
  const body = [
    ...[greeting, ...paragraphs].map((text) => paragraph(escapeHtml(text))),
    ...(action === undefined ? [] : [buttonTo(action)]),
    paragraph(escapeHtml(mailFrame.signature)),
  ].join('\n');
  const choiceLink = choice
    ? ` <a href="${escapeHtml(choice.url)}" style="color:${green}">${escapeHtml(choice.label)}</a>`
    : '';
  const footer = `<p class="quiet" style="${quietStyle}">${escapeHtml(reason)}${choiceLink}</p>`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkMode}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f6f2">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
${pageStart}
<!--[if mso]><table role="presentation" width="600" ${plain}><tr><td><![endif]-->
${paperStart}
${markRow}
<tr><td style="padding:20px 32px 12px;text-align:left">
${body}
</td></tr>
<tr><td class="rule" style="${ruleStyle}">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/**
 * Returns a link that looks like a button in Outlook too, which applies padding to table cells and
 * not to links.
 */
function buttonTo({ label, url }: NonNullable<MailContent['action']>): string {
  const address = escapeHtml(url);
  const button = `<a href="${address}" style="${labelStyle}">${escapeHtml(label)}</a>`;
  const cell = `<td align="center" bgcolor="${green}" style="${buttonStyle}">${button}</td>`;
  const written = `<a href="${address}" style="color:${green}">${address}</a>`;
  const writtenStyle = `${quietStyle};padding-bottom:16px;word-break:break-all`;
  return `<table role="presentation" ${plain} style="margin:0 0 16px"><tr>${cell}</tr></table>
<p class="quiet" style="${writtenStyle}">${escapeHtml(mailFrame.fallback)}<br>${written}</p>`;
}
