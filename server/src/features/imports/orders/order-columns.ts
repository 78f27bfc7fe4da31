import type { CsvColumn, CsvColumns } from '../../../platform/csv/csv-file.ts';

const column = (
  heading: string,
  examples: readonly string[],
  { max = 200, ...rest }: Partial<CsvColumn> = {},
): CsvColumn => ({ heading, examples, max, ...rest });

/** An order of several items takes as many rows, with the same number in each. */
export const orderColumns = {
  number: column('Cotação', ['2025-001', '2025-001'], {
    needed: true,
    max: 20,
    synonyms: ['Número', 'Número da cotação', 'Licitação', 'Pedido', 'Referência'],
  }),
  producer: column('Produtor (CPF ou CNPJ)', ['529.982.247-25', ''], {
    max: 30,
    needed: true,
    synonyms: ['CPF ou CNPJ do produtor', 'Documento do produtor', 'CPF/CNPJ', 'producer_document'],
  }),
  description: column('Descrição', ['Insumos para a safra 2025/26', ''], {
    max: 500,
    needed: true,
    synonyms: ['Objeto'],
  }),
  deadline_date: column('Prazo', ['15/09/2025', ''], {
    max: 40,
    needed: true,
    synonyms: ['Data limite', 'Prazo para propostas', 'deadline'],
  }),
  status: column('Status', ['finalizada', ''], { max: 40, needed: true, synonyms: ['Situação'] }),
  closure_type: column('Fechamento', ['aberta', ''], {
    max: 40,
    synonyms: ['Tipo de fechamento', 'Tipo'],
  }),
  delivery_date: column('Data de entrega', ['30/09/2025', ''], { max: 40, synonyms: ['Entrega'] }),
  delivery_city: column('Município de entrega', ['Sorriso', ''], {
    max: 100,
    synonyms: ['Cidade de entrega', 'Município', 'Cidade'],
  }),
  delivery_state: column('UF de entrega', ['MT', ''], {
    max: 40,
    synonyms: ['Estado de entrega', 'UF', 'Estado'],
  }),
  payment_terms: column('Condição de pagamento', ['30 dias após a entrega', ''], {
    max: 1000,
    synonyms: ['Condições de pagamento', 'Pagamento'],
  }),
  notes: column('Observações', ['', ''], { max: 4096, synonyms: ['Observação'] }),
  created_on: column('Criada em', ['01/08/2025', ''], {
    max: 40,
    synonyms: ['Data de criação', 'created_at'],
  }),
  published_on: column('Publicada em', ['04/08/2025', ''], {
    max: 40,
    synonyms: ['Data de publicação', 'published_at'],
  }),
  awarded_on: column('Adjudicada em', ['18/09/2025', ''], {
    max: 40,
    synonyms: ['Data de adjudicação', 'awarded_at'],
  }),
  finished_on: column('Finalizada em', ['05/10/2025', ''], {
    max: 40,
    synonyms: ['Data de finalização', 'finished_at'],
  }),
  ended_on: column('Encerrada em', ['', ''], {
    max: 40,
    synonyms: ['Cancelada em', 'Revogada em', 'Expirada em'],
  }),
  product: column('Produto', ['Ureia 46% Demonstração', 'Herbicida Demonstração'], {
    needed: true,
    synonyms: ['Nome do produto', 'Item'],
  }),
  subtype: column('Subtipo', ['', ''], { synonyms: ['Subtipo do produto'] }),
  quantity: column('Quantidade', ['1.500,5', '200'], {
    max: 40,
    needed: true,
    synonyms: ['Qtd', 'Qtde'],
  }),
  unit: column('Unidade', ['KG', 'L'], { max: 60, synonyms: ['Unidade de medida'] }),
  item_notes: column('Observações do item', ['', ''], {
    max: 1000,
    synonyms: ['Observação do item'],
  }),
  allow_similar: column('Aceita similar', ['sim', 'não'], {
    max: 20,
    synonyms: ['Similar', 'Aceita similar (sim/não)'],
  }),
} as const satisfies CsvColumns;

/** The columns of the order, as opposed to its items. */
export const orderHeadColumns = [
  'producer',
  'description',
  'deadline_date',
  'status',
  'closure_type',
  'delivery_date',
  'delivery_city',
  'delivery_state',
  'payment_terms',
  'notes',
  'created_on',
  'published_on',
  'awarded_on',
  'finished_on',
  'ended_on',
] as const satisfies readonly (keyof typeof orderColumns)[];
