const ZONE_LABELS: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'horário de Brasília',
};

/** A time zone as people call it. */
export const zoneLabel = (zone: string): string => ZONE_LABELS[zone] ?? zone;
