/** The zones of Brazil, named by the place that people know each by. */
const zoneLabels: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'horário de Brasília',
  'America/Araguaina': 'horário de Araguaína',
  'America/Bahia': 'horário de Salvador',
  'America/Belem': 'horário de Belém',
  'America/Boa_Vista': 'horário de Boa Vista',
  'America/Campo_Grande': 'horário de Campo Grande',
  'America/Cuiaba': 'horário de Cuiabá',
  'America/Eirunepe': 'horário de Eirunepé',
  'America/Fortaleza': 'horário de Fortaleza',
  'America/Maceio': 'horário de Maceió',
  'America/Manaus': 'horário de Manaus',
  'America/Noronha': 'horário de Fernando de Noronha',
  'America/Porto_Velho': 'horário de Porto Velho',
  'America/Recife': 'horário de Recife',
  'America/Rio_Branco': 'horário do Acre',
  'America/Santarem': 'horário de Santarém',
};

/** Returns a time zone's name for users; that of the zone database for one outside Brazil. */
export const zoneLabel = (zone: string): string => zoneLabels[zone] ?? zone;
