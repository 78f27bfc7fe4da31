import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import type { Payer } from '../../../platform/payment-gateway/payment-gateway.ts';

const payer = statement({
  name: 'checkout-payer',
  params: params<{ user_id: number }>(),
  columns: {
    name: col.text,
    email: col.text,
    document_type: orNull(col.oneOf(['cpf', 'cnpj'] as const)),
    document_number: orNull(col.text),
    postal_code: orNull(col.text),
    street: orNull(col.text),
    number: orNull(col.text),
    district: orNull(col.text),
    city: orNull(col.text),
    state: orNull(col.text),
  },
  text: `
    SELECT u.name, u.email, u.document_type, u.document_number, a.postal_code, a.street, a.number,
      a.district, c.name AS city, c.uf AS state
    FROM users u
    LEFT JOIN LATERAL (SELECT * FROM addresses x WHERE x.user_id = u.id ORDER BY x.position, x.id LIMIT 1) a ON true
    LEFT JOIN cities c ON c.id = a.city_id
    WHERE u.id = :user_id`,
});

/** Returns the payer's data that a boleto must name; sent to the gateway and not stored. */
export async function readPayer(db: Db, userId: number): Promise<Payer> {
  const row = await db.row(payer, { user_id: userId });
  if (row === undefined) throw new Error(`no user ${userId}`);
  const { name, email, document_type: type, document_number: number, street, city, state } = row;
  return {
    name,
    email,
    document: type === null || number === null ? null : { type, number },
    address:
      street === null || city === null || state === null
        ? null
        : {
            postalCode: row.postal_code ?? '',
            street,
            number: row.number ?? 'S/N',
            district: row.district ?? '',
            city,
            state,
          },
  };
}
