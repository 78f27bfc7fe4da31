type Values = Readonly<Record<string, unknown>>;

/** The settings that say where each secret is sent. Whoever changes one of them may be somebody the secret is not for. */
const destinations: Readonly<Record<string, readonly string[]>> = {
  'mail.password': ['mail.host', 'mail.port'],
  'whatsapp.access_token': ['whatsapp.base_url'],
  'payment_gateway.access_token': ['payment_gateway.base_url'],
};

/** The secrets that would be sent elsewhere, or without encryption where they had one, with the values after a change. */
export function secretsSentElsewhere(before: Values, after: Values): string[] {
  const bared = after['mail.encryption'] === 'none' && before['mail.encryption'] !== 'none';
  return Object.entries(destinations)
    .filter(
      ([secret, keys]) =>
        keys.some((key) => before[key] !== after[key]) || (secret === 'mail.password' && bared),
    )
    .map(([secret]) => secret);
}
