type Json = Readonly<Record<string, unknown>>;

const SECRET =
  /passw|senha|token|secret|hash|credential|authorization|(api|access|private|app)_?key/i;
/** Stands in for a secret that is set; see the settings feature. */
const MASK = '••••';

/**
 * Returns whether a value reveals nothing about a secret: the log may record that a secret is set
 * or has changed, never its value.
 */
const revealsNothing = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.startsWith(MASK));

/**
 * Returns the values without fields that are named like a secret, at any depth. With `strict` such
 * a field throws, because the code that wrote the audit entry must leave it out.
 */
export const withoutSecrets = (values: Json, { strict }: { strict: boolean }): Json =>
  cleaned(values, strict) as Json; // an object stays an object

function cleaned(value: unknown, strict: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(item, strict));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name, field]) => {
    if (!SECRET.test(name) || revealsNothing(field)) return true;
    if (strict) throw new Error(`the audit log takes no secret: ${name}`);
    return false;
  });
  return Object.fromEntries(fields.map(([name, field]) => [name, cleaned(field, strict)]));
}
