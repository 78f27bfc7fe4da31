const EMPTY = '{},'.repeat(340_000);

/** Bodies of about a megabyte, each of which is refused by its route. */
export const hugeBodies: readonly (readonly [route: string, payload: string])[] = [
  ['POST /api/v1/register', `{"addresses":[${EMPTY}{}]}`],
  ['POST /api/v1/register', `{"user_type":5,"addresses":[${EMPTY}{}]}`],
  ['POST /api/v1/register', `{"product_type_ids":[${'"a",'.repeat(200_000)}1]}`],
  ['POST /api/v1/register', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
  ['POST /api/v1/login', `{"email":[${'"\\u0000",'.repeat(100_000)}1]}`],
];
