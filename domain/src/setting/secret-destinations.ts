type Values = Readonly<Record<string, unknown>>;

/**
 * Settings that determine where each secret is sent. A user who may change them is not necessarily
 * one who may know the secret.
 */
const destinations: Readonly<Record<string, readonly string[]>> = {
  'mail.password': ['mail.host', 'mail.port'],
  'whatsapp.access_token': ['whatsapp.base_url'],
  'payment_gateway.access_token': ['payment_gateway.base_url'],
};

/**
 * Returns the secrets that a change of settings would send to another destination, or without
 * encryption where there was encryption before.
 */
export function secretsSentElsewhere(before: Values, after: Values): string[] {
  const bared = after['mail.encryption'] === 'none' && before['mail.encryption'] !== 'none';
  return Object.entries(destinations)
    .filter(
      ([secret, keys]) =>
        keys.some((key) => before[key] !== after[key]) || (secret === 'mail.password' && bared),
    )
    .map(([secret]) => secret);
}
