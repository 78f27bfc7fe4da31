const ZONE_LABELS: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'horário de Brasília',
};

/** Returns a time zone's name for users. */
export const zoneLabel = (zone: string): string => ZONE_LABELS[zone] ?? zone;
