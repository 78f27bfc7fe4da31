import type { UnitOfWork } from '../platform/db/command.ts';

/** The demo's lists of products by crop, by the names of its catalogue. */
const kits: Readonly<Record<string, readonly string[]>> = {
  'Kit soja': [
    'Semente de soja',
    'Standak Top',
    'Fosfato monoamônico (MAP)',
    'Cloreto de potássio (KCl)',
    'Roundup Original',
    'Verdict - R',
    'Premio',
    'Engeo Pleno S',
    'Fox Xpro',
  ],
  'Kit milho': [
    'Semente de milho',
    'Fertilizante misto NPK 04-14-08',
    'Ureia 45% N',
    'Soberan',
    'Connect',
    'Belt',
    'Priori Xtra',
  ],
  'Kit correção do solo': ['Calcário dolomítico', 'Gesso agrícola', 'Superfosfato triplo'],
};

/** Stores the demo's lists of products. Throws where the catalogue lacks one of them. */
export async function createDemoKits(
  { db, now }: UnitOfWork,
  productIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, products] of Object.entries(kits)) {
    const { id } = await db.q
      .insertInto('order_kits')
      .values({ name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = products.map((product, at) => {
      const productId = productIds.get(product);
      if (productId === undefined) throw new Error(`the catalogue has no product ${product}`);
      return { kit_id: id, position: at + 1, product_id: productId };
    });
    await db.q.insertInto('order_kit_items').values(items).execute();
  }
}
