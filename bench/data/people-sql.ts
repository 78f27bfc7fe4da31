import { tokenHashSql } from './tokens.ts';

// Statements that fill an empty, migrated database; `:orders` is the number of orders, `:now` the
// time of all rows. Triggers and foreign keys are off meanwhile: the rows are consistent by
// construction.

export const SUPPLIERS = 1_000;
/**
 * The two suppliers with many declines and favorites: half of the first one's declines are spread
 * evenly over the published orders, the second one's are all at the front.
 */
export const HEAVY_SUPPLIER = 1;
export const FRONT_HEAVY_SUPPLIER = 2;
export const HEAVY_MARKS = 10_000;
/** Each producer with orders has 50 of them, whatever the size. */
export const ORDERS_PER_PRODUCER = 50;

/** Returns SQL for a deterministic, ordered UUID in the format of version 7. */
export const uuidSql = (kind: number, id: string): string =>
  `('0000${String(kind).padStart(4, '0')}-' || lpad(to_hex(${id} >> 16), 4, '0') || '-7' || lpad(to_hex((${id} >> 4) & 4095), 3, '0') || '-8000-' || lpad(to_hex(${id}), 12, '0'))::uuid`;

const ordering = `(:orders / ${ORDERS_PER_PRODUCER})`;
/**
 * From 100,000 orders on, 100,000 producers: most have no orders, and of those one in twenty is
 * inactive.
 */
const producers = `greatest(${ordering}, least(:orders, 100000))`;

interface People {
  readonly profile: 'supplier' | 'producer';
  readonly count: string;
  readonly firstUser: string;
  readonly status: string;
}

const person = ({ profile, count, firstUser, status }: People): string[] => [
  `INSERT INTO users (id, uuid, user_type, status, name, email, phone, created_at, updated_at,
    email_verified_at) OVERRIDING SYSTEM VALUE
   SELECT ${firstUser} + i, ${uuidSql(profile === 'supplier' ? 1 : 2, 'i')},
     '${profile === 'supplier' ? 'fornecedor' : 'produtor'}', ${status},
     '${profile === 'supplier' ? 'Revenda' : 'Fazenda'} nº ' || i,
     '${profile}' || i || '@carga.example', '66999990000', :now, :now, :now
   FROM generate_series(1, ${count}) i`,
  profile === 'supplier'
    ? `INSERT INTO suppliers (id, uuid, user_id, coverage_kind) OVERRIDING SYSTEM VALUE
       SELECT i, ${uuidSql(3, 'i')}, ${firstUser} + i,
         (ARRAY['national', 'states', 'national', 'states', 'cities'])[i % 5 + 1]
       FROM generate_series(1, ${count}) i`
    : `INSERT INTO producers (id, uuid, user_id, type) OVERRIDING SYSTEM VALUE
       SELECT i, ${uuidSql(4, 'i')}, ${firstUser} + i, 'PF' FROM generate_series(1, ${count}) i`,
  `INSERT INTO addresses (user_id, position, kind, name, postal_code, street, number, city_id)
   SELECT ${firstUser} + i, 0, '${profile === 'supplier' ? 'headquarters' : 'farm'}', 'Sede',
     '78890000', 'Rodovia BR-163', 'S/N', c.id
   FROM generate_series(1, ${count}) i JOIN bench_cities c ON c.place = i % (SELECT count(*) FROM bench_cities)`,
  `INSERT INTO sessions (user_id, token_hash, auth_version, created_at, expires_at)
   SELECT ${firstUser} + i, ${tokenHashSql(profile, 'i')}, 1, :now,
     :now::timestamptz + interval '10 years'
   FROM generate_series(1, ${count}) i`,
];

const administrator = [
  `INSERT INTO users (id, uuid, user_type, admin_role, status, name, email, created_at, updated_at,
    email_verified_at) OVERRIDING SYSTEM VALUE
   SELECT max(id) + 1, ${uuidSql(8, '1')}, 'admin', 'master', 'ativo', 'Administração',
     'admin@carga.example', :now, :now, :now
   FROM users`,
  `INSERT INTO sessions (user_id, token_hash, auth_version, created_at, expires_at)
   SELECT max(id), ${tokenHashSql('admin', '1')}, 1, :now, :now::timestamptz + interval '10 years' FROM users`,
];

/** Inserts suppliers with the data they are matched by, producers, and one administrator. */
export const peopleSql: readonly string[] = [
  `
    CREATE UNLOGGED TABLE bench_cities AS SELECT id, uf,
    row_number() OVER (ORDER BY id) - 1 AS place
      FROM cities WHERE id % 10 = 7`,
  ...person({ profile: 'supplier', count: String(SUPPLIERS), firstUser: '0', status: "'ativo'" }),
  ...person({
    profile: 'producer',
    count: producers,
    firstUser: String(SUPPLIERS),
    status: `CASE WHEN i > ${ordering} AND i % 20 = 0 THEN 'inativo' ELSE 'ativo' END`,
  }),
  ...administrator,
  `INSERT INTO supplier_states (supplier_id, uf)
   SELECT s.id, u.uf
   FROM suppliers s
   JOIN (SELECT uf, row_number() OVER (ORDER BY uf) AS place
     FROM states) u ON (u.place + s.id) % 9 = 0
   WHERE s.coverage_kind = 'states'`,
  `INSERT INTO supplier_cities (supplier_id, city_id)
   SELECT s.id, c.id
   FROM suppliers s JOIN bench_cities c ON (c.place + s.id) % 25 = 0
   WHERE s.coverage_kind = 'cities'`,
];

/** Inserts 300 products of six types. */
export const catalogueSql: readonly string[] = [
  `INSERT INTO product_types (id, name, is_pesticide, created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT i,
     (ARRAY['Fertilizantes', 'Defensivos', 'Sementes', 'Corretivos', 'Biológicos',
     'Adjuvantes'])[i], i = 2, :now, :now
   FROM generate_series(1, 6) i`,
  `INSERT INTO product_subtypes (id, product_type_id, name, created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT i, (i - 1) / 5 + 1, 'Linha ' || i, :now, :now FROM generate_series(1, 30) i`,
  `INSERT INTO products (id, product_subtype_id, name, brand, active_ingredient, concentration,
    unit, created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT i, (i - 1) / 10 + 1, 'Produto de referência nº ' || i, 'Marca ' || i % 40,
     'Ingrediente ' || i % 60, (i % 8 + 1) * 10 || '%', (ARRAY['L', 'KG', 'UN'])[i % 3 + 1], :now,
     :now
   FROM generate_series(1, 300) i`,
  `
    INSERT INTO supplier_product_types (supplier_id, product_type_id)
    SELECT s.id, t.id
    FROM suppliers s JOIN product_types t ON (s.id + t.id) % 3 = 0 WHERE s.id % 4 <> 0`,
];
