import { documentTypeOf, formatDocument } from '../document/document.ts';
import { fold } from '../text/fold.ts';

/** What a text may betray a supplier by. */
export interface SupplierIdentity {
  readonly supplier_name: string;
  readonly supplier_email: string;
  readonly supplier_phone: string | null;
  readonly supplier_document: string | null;
  readonly supplier_website: string | null;
  readonly supplier_city: string | null;
}

/** Words that half the trade carries in its name, or that any offer is written in: alone they point at nobody. */
const COMMON_WORDS = new Set([
  'agricola', 'agricolas', 'agricultura', 'agro', 'agrocomercial', 'agroindustria', 'agroindustrial', 'agronegocio', 'agronegocios', 'agronomia', 'agropecuaria', 'agropecuario',
  'agroquimica', 'agroquimicos', 'agroveterinaria', 'alimentos', 'animal', 'armazem', 'armazens', 'associacao', 'atacado', 'brasil', 'brasileira', 'campo', 'casa', 'central', 'centro',
  'cereais', 'comercial', 'comercio', 'companhia', 'cooperativa', 'cooperativas', 'corretivos', 'defensivos', 'distribuicao', 'distribuidor', 'distribuidora', 'eireli', 'empresa',
  'exportacao', 'fazenda', 'ferragens', 'fertil', 'fertilizante', 'fertilizantes', 'filial', 'fornecedor', 'fornecedora', 'geral', 'graos', 'grupo', 'importacao', 'importadora',
  'industria', 'industrial', 'insumos', 'irmaos', 'limitada', 'ltda', 'maquinas', 'matriz', 'mercado', 'mista', 'nacional', 'norte', 'nova', 'novo', 'nutricao', 'para', 'pecuaria',
  'planta', 'plantas', 'plantio', 'produtor', 'produtores', 'produtos', 'quimica', 'racao', 'racoes', 'regional', 'representacao', 'representacoes', 'revenda', 'revendas', 'rural', 'rurais',
  'boleto', 'carga', 'cidade', 'conta', 'descarga', 'desconto', 'entrega', 'estoque', 'fatura', 'frete', 'garantia', 'marca', 'pagamento', 'pedido', 'prazo', 'preco', 'precos',
  'produto', 'qualidade', 'quantidade', 'rapida', 'rapido', 'retirada', 'saca', 'sacas', 'saco', 'sacos', 'tonelada', 'transporte', 'transportes', 'valor', 'venda', 'vendas', 'vista',
  'safra', 'santa', 'santo', 'semente', 'sementes', 'servicos', 'sociedade', 'solo', 'solos', 'terra', 'verde', 'veterinaria',
]);
const SHORTEST_PART = 4;

/** What names this supplier beyond the contacts any text is searched for: names, for `text/contacts`. */
export function identityNames(supplier: SupplierIdentity): string[] {
  const { supplier_name, supplier_email, supplier_phone, supplier_document, supplier_website } = supplier;
  const handle = supplier_email.split('@')[0] ?? '';
  const names = [
    supplier_name, ...tellingParts(supplier), supplier_email, handle.length >= SHORTEST_PART && !COMMON_HANDLES.has(fold(handle)) ? handle : null,
    supplier_website === null ? null : hostOf(supplier_website), ...documentForms(supplier_document), supplier_phone === null ? null : phoneForm(supplier_phone),
  ];
  return names.filter((name) => name !== null).filter((name) => name !== '');
}

const COMMON_HANDLES = new Set(['vendas', 'contato', 'comercial', 'cotacao', 'cotacoes', 'compras', 'atendimento', 'email', 'conta', 'fornecedor', 'financeiro', 'adm', 'admin']);

/** The words a firm is called by: long enough, not the trade's own, not merely its town. */
function tellingParts({ supplier_name, supplier_city }: SupplierIdentity): string[] {
  const town = new Set(fold(supplier_city ?? '').split(/[^\p{L}\p{N}]+/u));
  return supplier_name.split(/[^\p{L}\p{N}]+/u).filter((word) => {
    const folded = fold(word);
    return (word.match(/\p{L}/gu) ?? []).length >= SHORTEST_PART && !COMMON_WORDS.has(folded) && !town.has(folded);
  });
}

const hostOf = (website: string): string => website.replace(/^[a-z]+:\/\//i, '').replace(/^www\./i, '').replace(/[/?#].*$/s, '');

/** Written out, so that any punctuation between its groups is met. */
function documentForms(document: string | null): string[] {
  const type = document === null ? null : documentTypeOf(document);
  return document === null || type === null ? [] : [formatDocument(type, document)];
}

/** Area code and number apart: `66 99999 0000`. */
const phoneForm = (phone: string): string => phone.replace(/^(?:\+?55)?(\d{2})(\d{4,5})(\d{4})$/, '$1 $2 $3');
