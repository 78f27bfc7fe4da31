import type { CsvColumn, CsvColumns } from '../../../platform/csv/csv-file.ts';

const column = (
  heading: string,
  examples: readonly string[],
  { max = 200, ...rest }: Partial<CsvColumn> = {},
): CsvColumn => ({ heading, examples, max, ...rest });

/**
 * A proposal of several items takes as many rows, with the same order, supplier and reference in
 * each.
 */
export const proposalColumns = {
  order: column('Cotação', ['2025-001', '2025-001'], {
    needed: true,
    max: 20,
    synonyms: ['Número da cotação', 'Número', 'Licitação', 'Pedido', 'order_number'],
  }),
  supplier: column('Fornecedor (CNPJ)', ['11.222.333/0001-81', '11.222.333/0001-81'], {
    needed: true,
    max: 30,
    synonyms: ['CNPJ do fornecedor', 'CNPJ', 'Documento do fornecedor', 'supplier_document'],
  }),
  reference: column('Referência', ['ORC-7781', 'ORC-7781'], {
    max: 100,
    synonyms: ['Proposta', 'Número da proposta', 'Referência do fornecedor', 'supplier_reference'],
  }),
  status: column('Status', ['aceita', ''], { needed: true, max: 40, synonyms: ['Situação'] }),
  submitted_on: column('Enviada em', ['12/09/2025', ''], {
    max: 40,
    synonyms: ['Data de envio', 'submitted_at'],
  }),
  decided_on: column('Decidida em', ['18/09/2025', ''], {
    max: 40,
    synonyms: ['Aceita em', 'Recusada em', 'Cancelada em', 'Data da decisão'],
  }),
  reason: column('Motivo', ['', ''], {
    max: 2000,
    synonyms: ['Motivo da recusa', 'Motivo do cancelamento'],
  }),
  validity_date: column('Validade', ['30/09/2025', ''], {
    max: 40,
    synonyms: ['Validade da proposta', 'Válida até'],
  }),
  freight_amount: column('Frete (valor ou incluso)', ['1.200,00', ''], {
    max: 40,
    synonyms: ['Frete', 'Valor do frete'],
  }),
  allows_partial: column('Aceita parte (sim/não)', ['sim', ''], {
    max: 20,
    synonyms: ['Aceita parte', 'Vende em parte', 'Vende em parte (sim/não)'],
  }),
  partial_minimum: column('Mínimo', ['1.000,00', ''], {
    max: 40,
    synonyms: ['Mínimo da venda em parte', 'Mínimo em itens', 'Mínimo (R$)'],
  }),
  freight_rule: column('Frete proporcional (sim/não)', ['não', ''], {
    max: 20,
    synonyms: ['Frete proporcional', 'Frete em compra parcial'],
  }),
  delivery_days: column('Prazo de entrega (dias)', ['10', ''], {
    max: 20,
    synonyms: ['Dias para entrega'],
  }),
  payment_terms: column('Condição de pagamento', ['30 dias', ''], {
    max: 1000,
    synonyms: ['Condições de pagamento', 'Pagamento'],
  }),
  notes: column('Observações', ['', ''], { max: 4096, synonyms: ['Observação'] }),
  item: column('Item', ['1', '2'], { max: 10, synonyms: ['Número do item', 'Posição'] }),
  product: column('Produto', ['Ureia 46% Demonstração', 'Herbicida Demonstração'], {
    synonyms: ['Nome do produto'],
  }),
  subtype: column('Subtipo', ['', ''], { synonyms: ['Subtipo do produto'] }),
  unit_price: column('Preço unitário', ['3,2100', ''], {
    needed: true,
    max: 40,
    synonyms: ['Preço', 'Valor unitário'],
  }),
  quantity: column('Quantidade', ['', ''], {
    max: 40,
    synonyms: ['Quantidade ofertada', 'Qtd', 'Qtde'],
  }),
  justification_type: column('Motivo do item sem preço', ['', 'sem estoque'], {
    max: 60,
    synonyms: ['Tipo de justificativa'],
  }),
  justification: column('Justificativa', ['', 'Chega em outubro'], { max: 2000 }),
  offers_similar: column('Similar (sim/não)', ['não', ''], {
    max: 20,
    synonyms: ['Oferece similar'],
  }),
  similar_product_name: column('Produto similar', ['', ''], { max: 300 }),
  similar_product_description: column('Descrição do similar', ['', ''], { max: 2000 }),
  bought: column('Comprado (sim/não)', ['sim', ''], {
    max: 20,
    synonyms: ['Comprado', 'Item comprado'],
  }),
  item_notes: column('Observações do item', ['', ''], {
    max: 2000,
    synonyms: ['Observação do item'],
  }),
} as const satisfies CsvColumns;

/** The columns of the proposal, as opposed to its items. */
export const proposalHeadColumns = [
  'status',
  'submitted_on',
  'decided_on',
  'reason',
  'validity_date',
  'freight_amount',
  'allows_partial',
  'partial_minimum',
  'freight_rule',
  'delivery_days',
  'payment_terms',
  'notes',
] as const satisfies readonly (keyof typeof proposalColumns)[];
