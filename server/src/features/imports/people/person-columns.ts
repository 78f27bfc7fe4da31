import type { CsvColumn, CsvColumns } from '../../../platform/csv/csv-file.ts';

const column = (
  heading: string,
  examples: readonly string[],
  { max = 200, ...rest }: Partial<CsvColumn> = {},
): CsvColumn => ({ heading, examples, max, ...rest });

/** The columns that every file of people has. */
const person = (examples: { name: readonly string[]; email: readonly string[] }) =>
  ({
    name: column('Nome', examples.name, {
      needed: true,
      synonyms: [
        'Nome completo',
        'Razão social',
        'Nome / Razão social',
        'Nome ou razão social',
        'company_name',
      ],
    }),
    email: column('E-mail', examples.email, {
      needed: true,
      max: 254,
      synonyms: ['Email', 'Correio eletrônico'],
    }),
  }) as const;
const contacts = (phones: readonly string[], mobiles: readonly string[]) =>
  ({
    phone: column('Telefone', phones, { max: 30, synonyms: ['Telefone fixo', 'Fone'] }),
    mobile: column('Celular', mobiles, { max: 30, synonyms: ['WhatsApp'] }),
  }) as const;
const access = {
  password: column('Senha', ['', ''], { max: 400, secret: true, synonyms: ['password'] }),
  status: column('Status', ['ativo', ''], { max: 30, synonyms: ['Situação'] }),
} as const;
const address = (kinds: readonly string[]) =>
  ({
    kind: column('Tipo de endereço', kinds, {
      max: 30,
      synonyms: ['Tipo do endereço', 'address_kind'],
    }),
    address_name: column('Nome do endereço', ['Sede', 'Sede'], {
      synonyms: ['Identificação do endereço'],
    }),
    postal_code: column('CEP', ['78890-000', '75901-000'], { needed: true, max: 12 }),
    street: column('Logradouro', ['Rodovia BR-163, km 750', 'Avenida Presidente Vargas'], {
      needed: true,
      synonyms: ['Rua', 'Endereço', 'address'],
    }),
    number: column('Número', ['S/N', '1500'], { max: 20, synonyms: ['Nº', 'No', 'N'] }),
    complement: column('Complemento', ['', 'Galpão 2'], { synonyms: ['Referência'] }),
    district: column('Bairro', ['Zona Rural', 'Centro'], { max: 100 }),
    city: column('Município', ['Sorriso', 'Rio Verde'], {
      needed: true,
      max: 100,
      synonyms: ['Cidade'],
    }),
    state: column('UF', ['MT', 'GO'], {
      needed: true,
      max: 30,
      synonyms: ['Estado', 'Unidade da federação'],
    }),
    latitude: column('Latitude', ['-12,5425', ''], { max: 30, synonyms: ['lat'] }),
    longitude: column('Longitude', ['-55,7211', ''], { max: 30, synonyms: ['lon', 'lng'] }),
  }) as const;

export const producerColumns = {
  ...person({
    name: ['Fazenda Demonstração', 'Agropecuária Demonstração Ltda.'],
    email: ['fazenda@demo.example', 'contato@demo.example'],
  }),
  document: column('CPF ou CNPJ', ['529.982.247-25', '11.222.333/0001-81'], {
    needed: true,
    max: 30,
    synonyms: ['CPF/CNPJ', 'CPF', 'CNPJ', 'Documento', 'document_number'],
  }),
  ...contacts(['(66) 3544-1234', ''], ['(66) 99999-8888', '(64) 99999-7777']),
  ...access,
  type: column('Tipo (PF ou PJ)', ['PF', 'PJ'], {
    max: 30,
    synonyms: ['Tipo de pessoa', 'Pessoa'],
  }),
  planted_area: column('Área plantada (ha)', ['1.250,5', ''], {
    max: 30,
    synonyms: ['Área', 'Hectares'],
  }),
  association: column('Associação', ['Aprosoja', '']),
  producers_cooperative: column('Cooperativa de produtores', ['', ''], {
    synonyms: ['Cooperativa'],
  }),
  credit_cooperative: column('Cooperativa de crédito', ['', '']),
  cultures: column('Culturas', ['Soja, Milho', ''], { max: 2000, synonyms: ['Cultura'] }),
  ...address(['Fazenda', 'Matriz']),
} as const satisfies CsvColumns;

export const supplierColumns = {
  ...person({
    name: ['Revenda Demonstração Ltda.', 'Cooperativa Demonstração'],
    email: ['vendas@demo.example', 'compras@demo.example'],
  }),
  document: column('CNPJ', ['11.222.333/0001-81', '12.ABC.345/01DE-35'], {
    needed: true,
    max: 30,
    synonyms: ['CPF ou CNPJ', 'CPF/CNPJ', 'Documento', 'document_number'],
  }),
  ...contacts(['(66) 3544-1234', ''], ['', '']),
  website: column('Site', ['https://revenda.example', ''], {
    max: 300,
    synonyms: ['Website', 'Página'],
  }),
  ...access,
  product_types: column('Tipos de produto', ['Defensivos, Fertilizantes', ''], {
    max: 2000,
    synonyms: ['Tipo de produto'],
  }),
  coverage: column('Abrangência', ['estados', 'nacional'], {
    max: 30,
    synonyms: ['Área de atuação', 'Cobertura'],
  }),
  states: column('Estados atendidos', ['MT, GO', ''], {
    max: 300,
    synonyms: ['Estados', 'UFs atendidas'],
  }),
  cities: column('Municípios atendidos', ['', ''], {
    max: 4000,
    synonyms: ['Municípios', 'Cidades atendidas', 'Cidades'],
  }),
  ...address(['Matriz', 'Filial']),
} as const satisfies CsvColumns;

export const consultantColumns = {
  ...person({
    name: ['Consultoria Demonstração', 'Agrônoma Demonstração'],
    email: ['consultoria@demo.example', 'agronoma@demo.example'],
  }),
  document: column('CPF ou CNPJ', ['529.982.247-25', ''], {
    max: 30,
    synonyms: ['CPF/CNPJ', 'CPF', 'CNPJ', 'Documento', 'document_number'],
  }),
  ...contacts(['', ''], ['(66) 99999-8888', '']),
  ...access,
  producers: column('Produtores atendidos (CPF ou CNPJ)', ['', ''], {
    max: 4000,
    synonyms: ['Produtores', 'producers'],
  }),
} as const satisfies CsvColumns;
