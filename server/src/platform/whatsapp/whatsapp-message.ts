/** A message as it is delivered; `to` in E.164, with its plus sign. */
export interface WhatsappMessage {
  readonly to: string;
  readonly title: string;
  readonly body: string;
}

/**
 * The template that the installation's account registers with Meta (category utility, Portuguese):
 * a recipient who has not written to the account within a day may be sent templates only. Its body
 * holds the title as {{1}} and the text as {{2}}.
 */
const template = { name: 'lavra_aviso', language: { code: 'pt_BR' } } as const;

const LONGEST = { title: 120, body: 700 } as const;

/** Returns the body of the call that sends a message. */
export const messageBody = ({ to, title, body }: WhatsappMessage): string =>
  JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      ...template,
      components: [
        {
          type: 'body',
          parameters: [parameter(title, LONGEST.title), parameter(body, LONGEST.body)],
        },
      ],
    },
  });

/**
 * Returns a template parameter, which may not be empty nor contain line breaks, tabs or several
 * spaces in a row.
 */
function parameter(text: string, max: number) {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return {
    type: 'text',
    text: line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line || '-',
  };
}
