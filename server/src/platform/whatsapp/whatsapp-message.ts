/** A message as people get it; `to` in E.164, with its sign. */
export interface WhatsappMessage {
  readonly to: string;
  readonly title: string;
  readonly body: string;
}

/**
 * The template that the installation's account registers with Meta (category utility, Portuguese): whoever has not written
 * to us within a day may be sent templates alone. Its body holds the title as {{1}} and the text as {{2}}.
 */
const template = { name: 'lavra_aviso', language: { code: 'pt_BR' } } as const;

const LONGEST = { title: 120, body: 700 } as const;

/** The body of the call that sends a message. */
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

/** Parameters take no line break, no tab, no row of spaces, and something. */
function parameter(text: string, max: number) {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return {
    type: 'text',
    text: line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line || '-',
  };
}
