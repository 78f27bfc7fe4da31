import { joinedCityKey } from './city-key.ts';

/** The administrative regions of the Distrito Federal: its only municipality is Brasília. */
const regions = new Set(
  [
    'Distrito Federal',
    'Plano Piloto',
    'Gama',
    'Taguatinga',
    'Brazlândia',
    'Sobradinho',
    'Planaltina',
    'Paranoá',
    'Núcleo Bandeirante',
    'Ceilândia',
    'Guará',
    'Cruzeiro',
    'Samambaia',
    'Santa Maria',
    'São Sebastião',
    'Recanto das Emas',
    'Lago Sul',
    'Riacho Fundo',
    'Lago Norte',
    'Candangolândia',
    'Águas Claras',
    'Riacho Fundo II',
    'Sudoeste/Octogonal',
    'Sudoeste',
    'Octogonal',
    'Varjão',
    'Park Way',
    'SCIA',
    'Estrutural',
    'Sobradinho II',
    'Jardim Botânico',
    'Itapoã',
    'SIA',
    'Vicente Pires',
    'Fercal',
    'Sol Nascente/Pôr do Sol',
    'Sol Nascente',
    'Pôr do Sol',
    'Arniqueira',
    'Arapoanga',
    'Água Quente',
  ].map(joinedCityKey),
);

/** Returns the municipality of a place as people name it there: Brasília for `Taguatinga/DF`. */
export const municipalityOf = (name: string, uf: string): string =>
  uf === 'DF' && regions.has(joinedCityKey(name)) ? 'Brasília' : name;
