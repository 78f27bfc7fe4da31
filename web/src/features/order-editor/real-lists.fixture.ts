/**
 * Real lists, as they were published or are shaped in the field: each line as it was typed, with the
 * part of a product's name that it names; null where it names no product of the catalogue, so that
 * nothing may be chosen for it.
 *
 * The tender: Compras.gov.br, electronic auction of farm inputs, bidding closed in February 2024
 * (public record; `server/data/SOURCE.md`). Its list of items, and what its bidders typed as model and
 * brand, which the portal cut at 50 characters. The sheets: headings of public budget and tender
 * sheets, `Produto;Und;Qtde;Obs` and `Item;Descrição;Unid.;Quant.;Valor unit.`.
 */
export interface RealList {
  readonly heading: string;
  readonly lines: readonly (readonly [line: string, product: string | null, quantity: string])[];
  /** How many of the lines become what they say, as found; fewer are a step back. */
  readonly right: number;
}

/** What the tender asks for. */
export const publishedItems: RealList = {
  heading: 'Descrição\tQuantidade',
  right: 12,
  lines: [
    ['Farelo\t500', 'Farelo de soja', '500'],
    ['Milho\t1000', 'Milho em grãos', '1.000'],
    ['Suplemento Alimentar Animal\t24', 'Suplemento mineral', '24'],
    ['Sal Mineral\t20', 'Sal mineral', '20'],
    ['Sal mineral\t15', 'Sal mineral', '15'],
    ['Sal Mineral\t30', 'Sal mineral', '30'],
    ['Sal Mineral\t20', 'Sal mineral', '20'],
    ['Sal Mineral\t15', 'Sal mineral', '15'],
    ['Sal Mineral\t15', 'Sal mineral', '15'],
    ['Adubo químico\t150', null, '150'],
    ['Fertilizante Ureia\t300', 'Ureia', '300'],
    ['Adubo Químico\t100', null, '100'],
    ['Glifosato\t350', 'Glifosato 648 g/L', '350'],
    ['Picloram\t250', 'Picloram', '250'],
  ],
};

/** What its bidders offer, in their words. */
export const typedOffers: RealList = {
  heading: 'Produto\tQuantidade',
  right: 49,
  lines: [
    ['FARELO DE SOJA BUNGE\t500', 'Farelo de soja', '500'],
    ['FARELO DE SOJA ADM\t500', 'Farelo de soja', '500'],
    ['FARELO DE SOJA CARGILL\t500', 'Farelo de soja', '500'],
    ['Alinento animal Bpg\t500', null, '500'],
    ['MILHO EM GRÃOS NACIONAL\t1000', 'Milho em grãos', '1.000'],
    ['Milho" Tipo: Grão , Aplicação: Alimento Para Anima Bpg\t1000', 'Milho em grãos', '1.000'],
    ['MILHO RAÇÕES AGROMAIS\t1000', 'Milho em grãos', '1.000'],
    ['NUCLEO OVINOS AGROCERES\t24', null, '24'],
    ['Suplemento Alimentar Animal Tipo: Vitamínico E Min Veg\t24', 'Suplemento mineral', '24'],
    ['NC DESTAQUE BOVILAC MASTER\t20', null, '20'],
    ['NUCLEO PRODAP - LACTAMAX\t20', null, '20'],
    ['Sal Mineral Ingredientes: Cálcio Mín. 135,00 G; Cá Veg\t20', 'Sal mineral', '20'],
    ['MASTERFOS 70 EQUINO MASTER\t15', null, '15'],
    ['SAL MINERAL RAÇÕES AGROMAIS /WGM\t15', 'Sal mineral', '15'],
    ['MASTERFOS 80 MASTER\t30', null, '30'],
    ['SAL MINERAL RAÇÕES AGROMAIS/WGM\t30', 'Sal mineral', '30'],
    ['MASTERFOS 45 MASTER\t20', null, '20'],
    ['Sal Mineral Ingredientes: Cálcio, Fósforo, Magnési Veg\t20', 'Sal mineral', '20'],
    ['MASTERFOS 65 CAP/OVINO MASTER\t15', null, '15'],
    ['SAL MINERAL DE HEUS\t15', 'Sal mineral', '15'],
    ['Sal Mineral Aplicação: Caprinos , Dosagem Componen Veg\t15', 'Sal mineral', '15'],
    ['KCL HERINGER\t150', 'Cloreto de potássio', '150'],
    ['ADUBO QUIMICO FERTIPAR\t150', null, '150'],
    ['heringer heringer\t150', null, '150'],
    ['Adubo Químico Aspecto Físico: Pó , Cor: Rosa , Com Veg\t150', null, '150'],
    ['saco 50 KG Industria Química\t150', null, '150'],
    ['SC DE 50KG FERTIPAR\t150', null, '150'],
    ['SACO 50 KG FERTIPAR/FERTIPAR\t150', null, '150'],
    ['Fertipar Adubo Cloreto de Potasio\t150', 'Cloreto de potássio', '150'],
    ['FERTILIZANTE UREIA FERTIPAR\t300', 'Ureia', '300'],
    ['Fertilizante Ureia Composição Química Nitrogênio: Veg\t300', 'Ureia', '300'],
    ['Uréia 46 Heringe\t300', 'Ureia 46% N', '300'],
    ['Saco de 50 kg Indústria Química\t300', null, '300'],
    ['Fertilizante Ureia NitroBrás\t300', 'Ureia', '300'],
    ['SQACO 50 KG FERTIPAR/FERTIPAR\t300', null, '300'],
    ['Fertipar Ureia 46%\t300', 'Ureia 46% N', '300'],
    ['SUPER FOSFATO SIMPLES HERINGER\t100', 'Superfosfato simples', '100'],
    ['Adubo Químico Superfosfato Triplo NitroBrás\t100', 'Superfosfato triplo', '100'],
    ['Fertipar Super Simples\t100', 'Superfosfato simples', '100'],
    ['LITRO GLIFSATO IPA RAINBOWN\t350', 'Glifosato IPA 480 Rainbow', '350'],
    ['Solus do brasil Braddock SL\t350', 'Braddock SL', '350'],
    ['LITRO RIDOWN FULL / RAINBOW\t350', 'Ridown Full', '350'],
    ['Balde 20L Trop / Adama\t350', 'Trop', '350'],
    ['LITRO SUMÔ/PILARQUIM\t350', 'Sumô', '350'],
    ['Glifosato Concentração: 64,8% P/V , Apresentação: Veg\t350', 'Glifosato 648 g/L', '350'],
    ['LITRO CAMP D / PRETISS\t250', 'Camp-D', '250'],
    ['LITRO GALOP M / ADAMA\t250', 'Galop M', '250'],
    ['Nortox Norton\t250', 'Norton', '250'],
    ['Balde 20L Galop-M / Adama\t250', 'Galop M', '250'],
    ['Picloram Composição: Associado Ao Ácido 2,4-D , Sa Veg\t250', 'Picloram', '250'],
    ['LITRO CAMP D/UPL\t250', 'Camp-D', '250'],
  ],
};

export const budgetSheet: RealList = {
  heading: 'Produto;Und;Qtde;Obs',
  right: 3,
  lines: [
    ['Ureia 45% N;KG;6.000;Entregar em duas viagens', 'Ureia 45% N', '6.000'],
    ['Glifosato Nortox SL;L;350,5;', 'Glifosato Nortox SL', '350,5'],
    ['Sal mineral;TON;1,25;', 'Sal mineral', '1,25'],
  ],
};

export const tenderSheet: RealList = {
  heading: 'Item;Descrição;Unid.;Quant.;Valor unit.',
  right: 3,
  lines: [
    ['1;Ureia 45% N;KG;6.000;R$ 2,60', 'Ureia 45% N', '6.000'],
    ['2;Glifosato Nortox SL;L;350,5;R$ 25,00', 'Glifosato Nortox SL', '350,5'],
    ['3;Sal mineral;KG;1.250;R$ 3,21', 'Sal mineral', '1.250'],
  ],
};
