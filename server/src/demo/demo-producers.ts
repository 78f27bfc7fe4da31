import { demoCnpj, demoCpf } from './demo-documents.ts';
import {
  type DemoAddress,
  type Places,
  demoMobile,
  demoPhone,
  farmAddress,
  getCity,
} from './demo-places.ts';

/**
 * A made-up producer. `planted_area` is hectares as a decimal string, phones are digits, `cultures`
 * names.
 */
export type DemoProducer = {
  name: string;
  email: string;
  document_type: 'cpf' | 'cnpj';
  document_number: string;
  phone: string;
  mobile: string;
  type: 'PF' | 'PJ';
  planted_area: string;
  cultures: string[];
  addresses: DemoAddress[];
};

type Row = readonly [city: string, uf: string, type: 'PF' | 'PJ', area: string, cultures: string[]];

const rows: Row[] = [
  ['Sorriso', 'MT', 'PJ', '4200', ['Soja', 'Milho', 'Algodão']],
  ['Rio Verde', 'GO', 'PF', '850', ['Soja', 'Milho']],
  ['Luís Eduardo Magalhães', 'BA', 'PJ', '6100.5', ['Soja', 'Algodão', 'Milho']],
  ['Cascavel', 'PR', 'PF', '96.8', ['Soja', 'Milho', 'Trigo']],
  ['Passo Fundo', 'RS', 'PF', '142', ['Soja', 'Trigo']],
  ['Patrocínio', 'MG', 'PF', '68.4', ['Café']],
  ['Ribeirão Preto', 'SP', 'PJ', '1900', ['Cana-de-açúcar']],
  ['Porto Nacional', 'TO', 'PJ', '1250', ['Soja', 'Milho']],
  ['Paragominas', 'PA', 'PJ', '2300', ['Soja', 'Milho', 'Pastagens']],
  ['Dourados', 'MS', 'PF', '310', ['Soja', 'Milho', 'Cana-de-açúcar']],
  ['Lucas do Rio Verde', 'MT', 'PJ', '3150', ['Soja', 'Milho']],
  ['Campo Novo do Parecis', 'MT', 'PJ', '5400', ['Soja', 'Girassol', 'Milho']],
  ['Jataí', 'GO', 'PF', '620', ['Soja', 'Milho', 'Sorgo']],
  ['Cristalina', 'GO', 'PJ', '1480', ['Soja', 'Feijão', 'Alho', 'Batata']],
  ['Barreiras', 'BA', 'PF', '740', ['Soja', 'Milho', 'Feijão-caupi']],
  ['Londrina', 'PR', 'PF', '58.2', ['Soja', 'Trigo', 'Café']],
  ['Cruz Alta', 'RS', 'PF', '205', ['Soja', 'Trigo', 'Aveia Branca']],
  ['Uberaba', 'MG', 'PJ', '2750', ['Cana-de-açúcar', 'Soja', 'Milho']],
  ['Maracaju', 'MS', 'PJ', '1830', ['Soja', 'Milho', 'Algodão']],
  ['Balsas', 'MA', 'PJ', '2900', ['Soja', 'Milho', 'Algodão']],
];

/** Returns twenty producers in ten states; the first one is the demo login. */
export function createDemoProducers(places: Places): DemoProducer[] {
  return rows.map((row, at) => producerOf(places, row, at + 1));
}

/** Returns the buyer of the tender of 2024: not part of the list above. */
export function createTenderProducer(places: Places): DemoProducer {
  const row: Row = ['Brasília', 'DF', 'PJ', '120', ['Milho', 'Pastagens']];
  return {
    ...producerOf(places, row, 90),
    name: 'Comprador Demonstração (pregão 2024)',
    email: 'pregao@demo.lavra.example',
  };
}

function producerOf(
  places: Places,
  [cityName, uf, type, planted_area, cultures]: Row,
  ordinal: number,
): DemoProducer {
  const city = getCity(places, cityName, uf);
  const suffix = ordinal === 1 ? '' : String(ordinal).padStart(2, '0');
  return {
    name: `${type === 'PF' ? 'Produtor' : 'Fazenda'} Demonstração ${cityName}`,
    email: `produtor${suffix}@demo.lavra.example`,
    document_type: type === 'PF' ? 'cpf' : 'cnpj',
    document_number:
      type === 'PF' ? demoCpf(100 + ordinal) : demoCnpj(String(99_990_100 + ordinal)),
    phone: demoPhone(city, ordinal),
    mobile: demoMobile(city, ordinal),
    type,
    planted_area,
    cultures,
    addresses: [farmAddress(places, city, ordinal)],
  };
}
