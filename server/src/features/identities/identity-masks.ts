import { identityNames, type SupplierIdentity } from '@lavra/domain/supplier/identity-names';
import type { ContactKind } from '@lavra/domain/text/contact-shape';
import {
  CONTACT_MASK,
  createContactFinder,
  maskContacts,
  type Contact,
  type ContactFinder,
} from '@lavra/domain/text/contacts';
import { yieldAfter, mapTexts } from '../../platform/text/yielding.ts';

/** Masks a text. */
export type Mask = (text: string | null) => string | null;

/**
 * Creates a supplier's mask: it hides contacts of any kind, and every present and former mark of
 * the supplier. A supplier's own words may reach people who must not know the supplier only through
 * this mask. The texts are scanned here, in turns with other requests; the mask then returns at
 * once.
 */
export async function maskOfSupplier(
  identity: SupplierIdentity,
  texts: Iterable<string | null>,
): Promise<Mask> {
  const { mask } = await finderOf(identity);
  const masked = await mapTexts(texts, mask);
  return (text) => (text === null ? null : (masked.get(text) ?? mask(text)));
}

/**
 * Masks the contacts in a producer's own words, the only way in which these may reach suppliers or
 * stay in a record. If the mask also hid suppliers' names, a producer could find out which supplier
 * takes part, by writing names and seeing which one disappears.
 */
export async function maskOfProducer(text: string | null): Promise<string | null> {
  if (text === null) return null;
  const known = maskedTexts.get(text);
  if (known !== undefined) return known;
  await yieldAfter(text.length);
  const masked = maskContacts(text);
  rememberMasked(text, masked);
  return masked;
}

/** Returns a producer's own words as suppliers read them, without the contacts; undefined where they hold none. */
export async function withoutContacts(text: string): Promise<string | undefined> {
  const masked = await maskOfProducer(text);
  return masked === null || masked === text ? undefined : masked.replaceAll(CONTACT_MASK, ' ');
}

/** The columns of a row that hold text. */
type TextColumn<R> = {
  [C in keyof R]-?: R[C] extends string | null ? C : never;
}[keyof R];

/**
 * Returns rows with the contacts in these columns, a producer's own words, masked. A list's texts are
 * nearly always known, and cost a look each.
 */
export async function maskWords<R extends object>(
  rows: readonly R[],
  columns: readonly TextColumn<R>[],
): Promise<R[]> {
  const copies: R[] = [];
  for (const row of rows) {
    const copy = { ...row };
    for (const column of columns) {
      const text = row[column] as string | null; // as its type says
      if (text === null) continue;
      const masked = maskedTexts.get(text) ?? (await maskOfProducer(text));
      copy[column] = masked as R[typeof column]; // text for text
    }
    copies.push(copy);
  }
  return copies;
}

/**
 * The texts of producers masked last, with what suppliers read in their place: every supplier's
 * list shows the same orders.
 */
const maskedTexts = new Map<string, string>();
const MOST_MASKED_LETTERS = 1_000_000;
let maskedLetters = 0;

function rememberMasked(text: string, masked: string): void {
  maskedTexts.set(text, masked);
  maskedLetters += text.length;
  for (const oldest of maskedTexts.keys()) {
    if (maskedLetters <= MOST_MASKED_LETTERS) break;
    maskedTexts.delete(oldest);
    maskedLetters -= oldest.length;
  }
}

/** Data by which a public text can identify the producer who wrote it. */
export interface OwnerIdentity {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly document: string | null;
  readonly city: string | null;
  /** Of farms and associations. */
  readonly other_names: readonly string[];
}

/**
 * Creates the mask of a producer's words on a page that anyone may read: it hides contacts, and the
 * producer's own marks. Unlike a supplier's name, these say nothing about who takes part.
 */
export const maskOfOwner = (
  { name, email, phone, mobile, document, city, other_names }: OwnerIdentity,
  texts: Iterable<string | null>,
): Promise<Mask> =>
  maskOfSupplier(
    {
      supplier_name: name,
      supplier_email: email,
      supplier_phone: phone,
      supplier_mobile: mobile,
      supplier_document: document,
      supplier_website: null,
      supplier_city: city,
      supplier_former: other_names.map((value) => ({ kind: 'name', value })),
    },
    texts,
  );

/** A passage in a supplier's text that will be hidden from others. */
export interface IdentityLeak {
  readonly path: string;
  readonly kind: ContactKind;
  readonly excerpt: string;
}

/**
 * The finders used last: a list needs one supplier's for each of its texts, a form for each save.
 */
const finders = new Map<string, ContactFinder>();
/**
 * Total length of the names for which finders are cached, in letters: enough for some 250 ordinary
 * suppliers, or for one with a very long history.
 */
const MOST_LETTERS = 50_000;
let letters = 0;

/**
 * Returns the finder for an identity. Its creation takes time linear in the length of its names; a
 * supplier with a long history has tens of thousands of letters.
 */
async function finderOf(identity: SupplierIdentity): Promise<ContactFinder> {
  const key = JSON.stringify([
    identity.supplier_name,
    identity.supplier_email,
    identity.supplier_phone,
    identity.supplier_mobile,
    identity.supplier_document,
    identity.supplier_website,
    identity.supplier_city,
    identity.supplier_former,
  ]);
  const known = finders.get(key);
  if (known === undefined) await yieldAfter(key.length);
  const finder = known ?? createContactFinder(identityNames(identity));
  if (!finders.delete(key)) letters += key.length;
  finders.set(key, finder);
  for (const oldest of finders.keys()) {
    if (letters <= MOST_LETTERS || oldest === key) break;
    finders.delete(oldest);
    letters -= oldest.length;
  }
  return finder;
}

const LONGEST_EXCERPT = 80;
/** Texts scanned together, in characters. */
const TOGETHER = 4_000;

/** Finds where these texts, given by path, would reveal their writer; at most `most` places. */
export async function findIdentityLeaks(
  identity: SupplierIdentity,
  texts: Iterable<readonly [path: string, text: string]>,
  most: number,
): Promise<IdentityLeak[]> {
  const finder = await finderOf(identity);
  const known = new Map<string, Contact[]>(); // the same sentence is often in every item
  const found: IdentityLeak[] = [];
  for (const together of batchesOf(texts)) {
    const joined = [...new Set(together.map(([, text]) => text))]
      .filter((text) => !known.has(text))
      .join('\n');
    await yieldAfter(joined.length);
    // Nearly always there is nothing: one scan of several texts, one line each, shows it.
    const isClean = finder.find(joined).length === 0;
    for (const [path, text] of together) {
      if (!known.has(text) && !isClean) await yieldAfter(text.length);
      const contacts = known.get(text) ?? (isClean ? [] : finder.find(text).slice(0, most));
      known.set(text, contacts);
      found.push(
        ...contacts.map((contact) => ({
          path,
          kind: contact.kind,
          excerpt: excerptOf(text, contact),
        })),
      );
      if (found.length >= most) return found.slice(0, most);
    }
  }
  return found;
}

const excerptOf = (text: string, { start, end }: Contact): string =>
  text.slice(start, Math.min(end, start + LONGEST_EXCERPT)).toWellFormed();

function* batchesOf(
  texts: Iterable<readonly [string, string]>,
): Generator<(readonly [string, string])[]> {
  let [batch, length]: [(readonly [string, string])[], number] = [[], 0];
  for (const entry of texts) {
    batch.push(entry);
    length += entry[1].length;
    if (length < TOGETHER) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
