import { documentTypeOf, formatDocument } from '../document/document.ts';
import { fold } from '../text/fold.ts';

/** Kinds of a supplier's former identity data, as the database stores them. */
export const formerKinds = ['name', 'email', 'phone', 'document', 'website'] as const;
export interface FormerIdentity {
  readonly kind: (typeof formerKinds)[number];
  readonly value: string;
}

/** Data of a supplier by which a text can identify it. */
export interface SupplierIdentity {
  readonly supplier_name: string;
  readonly supplier_email: string;
  readonly supplier_phone: string | null;
  readonly supplier_mobile: string | null;
  readonly supplier_document: string | null;
  readonly supplier_website: string | null;
  readonly supplier_city: string | null;
  /** Its previous names, addresses and numbers. */
  readonly supplier_former: readonly FormerIdentity[];
}

/**
 * Words that are common in company names of the trade or in any offer: on their own they identify
 * no one.
 */
const COMMON_WORDS = new Set([
  'agricola',
  'agricolas',
  'agricultura',
  'agro',
  'agrocomercial',
  'agroindustria',
  'agroindustrial',
  'agronegocio',
  'agronegocios',
  'agronomia',
  'agropecuaria',
  'agropecuario',
  'agroquimica',
  'agroquimicos',
  'agroveterinaria',
  'alimentos',
  'animal',
  'armazem',
  'armazens',
  'associacao',
  'atacado',
  'brasil',
  'brasileira',
  'campo',
  'casa',
  'central',
  'centro',
  'cereais',
  'comercial',
  'comercio',
  'companhia',
  'cooperativa',
  'cooperativas',
  'corretivos',
  'defensivos',
  'distribuicao',
  'distribuidor',
  'distribuidora',
  'eireli',
  'empresa',
  'exportacao',
  'fazenda',
  'ferragens',
  'fertil',
  'fertilizante',
  'fertilizantes',
  'filial',
  'fornecedor',
  'fornecedora',
  'geral',
  'graos',
  'grupo',
  'importacao',
  'importadora',
  'industria',
  'industrial',
  'insumos',
  'irmaos',
  'limitada',
  'ltda',
  'maquinas',
  'matriz',
  'mercado',
  'mista',
  'nacional',
  'norte',
  'nova',
  'novo',
  'nutricao',
  'para',
  'pecuaria',
  'planta',
  'plantas',
  'plantio',
  'produtor',
  'produtores',
  'produtos',
  'quimica',
  'racao',
  'racoes',
  'regional',
  'representacao',
  'representacoes',
  'revenda',
  'revendas',
  'rural',
  'rurais',
  'boleto',
  'carga',
  'cidade',
  'conta',
  'descarga',
  'desconto',
  'entrega',
  'estoque',
  'fatura',
  'frete',
  'garantia',
  'marca',
  'pagamento',
  'pedido',
  'prazo',
  'preco',
  'precos',
  'produto',
  'qualidade',
  'quantidade',
  'rapida',
  'rapido',
  'retirada',
  'saca',
  'sacas',
  'saco',
  'sacos',
  'tonelada',
  'transporte',
  'transportes',
  'valor',
  'venda',
  'vendas',
  'vista',
  'safra',
  'santa',
  'santo',
  'semente',
  'sementes',
  'servicos',
  'sociedade',
  'solo',
  'solos',
  'terra',
  'verde',
  'veterinaria',
]);
const SHORTEST_PART = 4;

const COMMON_HANDLES = new Set([
  'vendas',
  'contato',
  'comercial',
  'cotacao',
  'cotacoes',
  'compras',
  'atendimento',
  'email',
  'conta',
  'fornecedor',
  'financeiro',
  'adm',
  'admin',
]);
/** Public mail providers: such a domain identifies no one. */
const COMMON_DOMAINS = new Set([
  'gmail',
  'googlemail',
  'hotmail',
  'outlook',
  'live',
  'msn',
  'yahoo',
  'ymail',
  'icloud',
  'proton',
  'protonmail',
  'globo',
  'globomail',
  'terra',
  'bol',
  'uol',
  'ig',
  'email',
  'mail',
]);
/** Labels that stand before or after a company's own word in its web address. */
const DOMAIN_PARTS = new Set([
  'www',
  'com',
  'net',
  'org',
  'agr',
  'ind',
  'eco',
  'coop',
  'adv',
  'app',
  'shop',
  'loja',
  'site',
  'mail',
  'email',
  'example',
]);

/**
 * Returns the names that identify this supplier, former ones included, for `text/contacts`; the
 * general contact patterns are searched for in any text anyway.
 */
export function identityNames(supplier: SupplierIdentity): string[] {
  const of = (kind: FormerIdentity['kind'], ...now: readonly (string | null)[]): string[] =>
    [
      ...now,
      ...supplier.supplier_former
        .filter((former) => former.kind === kind)
        .map(({ value }) => value),
    ].filter((value) => value !== null);
  const town = new Set(wordsOf(fold(supplier.supplier_city ?? '')));
  const names = [
    ...of('name', supplier.supplier_name).flatMap((name) => [
      name,
      ...wordsOf(name).filter((word) => isDistinctive(word, town)),
    ]),
    ...of('email', supplier.supplier_email).flatMap((email) => addressNames(email, town)),
    ...of('website', supplier.supplier_website)
      .map(hostOf)
      .flatMap((host) => [host, ...ownLabels(host, town)]),
    ...of('document', supplier.supplier_document).flatMap(documentForms),
    ...of('phone', supplier.supplier_phone, supplier.supplier_mobile).flatMap((phone) => [
      phoneForm(phone),
      localForm(phone),
    ]),
  ];
  return [...new Set(names)].filter((name) => name !== '');
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);

/**
 * Returns true for a word that identifies a company: long enough, not common in the trade and not
 * just the name of its town.
 */
function isDistinctive(word: string, town: ReadonlySet<string>): boolean {
  const folded = fold(word);
  return (
    (word.match(/\p{L}/gu) ?? []).length >= SHORTEST_PART &&
    !COMMON_WORDS.has(folded) &&
    !town.has(folded)
  );
}

/**
 * Returns the address, the part before its @ and, when the domain is the company's own, the word
 * that identifies that domain.
 */
function addressNames(email: string, town: ReadonlySet<string>): string[] {
  const [handle = '', domain = ''] = email.split('@');
  const isOwn = !domain.split('.').some((label) => COMMON_DOMAINS.has(label));
  return [
    email,
    ...(handle.length >= SHORTEST_PART && !COMMON_HANDLES.has(fold(handle)) ? [handle] : []),
    ...(isOwn ? ownLabels(domain, town) : []),
  ];
}

/** Returns the company's own word in a domain: `canario` of `loja.canario.com.br`. */
const ownLabels = (host: string, town: ReadonlySet<string>): string[] =>
  host
    .split('.')
    .slice(0, -1)
    .filter((label) => !DOMAIN_PARTS.has(label) && isDistinctive(label, town))
    .slice(-1);

const hostOf = (website: string): string =>
  website
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#].*$/s, '');

/** Returns the document with its mask, so that any punctuation between its groups is matched. */
function documentForms(document: string): string[] {
  const type = documentTypeOf(document);
  return type === null ? [] : [formatDocument(type, document)];
}

/** Separates area code and number: `66 99999 0000`. */
const phoneForm = (phone: string): string =>
  phone.replace(/^(?:\+?55)?(\d{2})(\d{4,5})(\d{4})$/, '$1 $2 $3');
/** Returns the number without its area code, as it is dialled locally. */
const localForm = (phone: string): string =>
  phone.replace(/^(?:\+?55)?\d{2}(\d{4,5})(\d{4})$/, '$1 $2');
