/** A producer's contact as it is open to the suppliers that the producer bought from. */
export interface ProducerContactRow {
  name: string;
  phone: string | null;
  email: string;
  address: string | null;
}

/** SQL for the contact of the producer of order `o`, as JSON; it needs `producerJoins`. */
export const producerContactSql = `json_build_object('name', pr_user.name, 'phone', coalesce(pr_user.mobile, pr_user.phone), 'email', pr_user.email,
        'address', nullif(concat_ws(', ', pr_address.street, pr_address.number, pr_address.district, pr_city.name || '/' || pr_city.uf), ''))`;

/** Joins the producer of order `o`, its account `pr_user` and the city `pr_city` of its first address. */
export const producerJoins = `
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    LEFT JOIN addresses pr_address ON pr_address.user_id = pr_user.id AND pr_address.position = 0
    LEFT JOIN cities pr_city ON pr_city.id = pr_address.city_id`;
