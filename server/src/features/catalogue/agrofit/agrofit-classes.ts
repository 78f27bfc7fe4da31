/** The product type of the register's products. */
export const PESTICIDES = 'Defensivos';

/** Maps the register's classes of use to the subtypes of `Defensivos` that Lavra ships. */
export const subtypeOfClass: Readonly<Record<string, string>> = {
  Herbicida: 'Herbicidas',
  Inseticida: 'Inseticidas',
  Fungicida: 'Fungicidas',
  'Inseticida Microbiológico': 'Inseticidas microbiológicos',
  Acaricida: 'Acaricidas',
  'Fungicida microbiológico': 'Fungicidas microbiológicos',
  'Nematicida Microbiológico': 'Nematicidas microbiológicos',
  'Regulador de Crescimento': 'Reguladores de crescimento',
  'Agente Biológico de Controle': 'Agentes biológicos de controle',
  'Acaricida Microbiológico': 'Acaricidas microbiológicos',
  Nematicida: 'Nematicidas',
  Feromônio: 'Feromônios',
  Cupinicida: 'Cupinicidas',
  Formicida: 'Formicidas',
  Bactericida: 'Bactericidas',
  'Inseticida fumigante': 'Inseticidas fumigantes',
  'Inseticida biológico': 'Inseticidas biológicos',
  'Ativador de planta': 'Ativadores de planta',
  'Bactericida Microbiológico': 'Bactericidas microbiológicos',
  Moluscicida: 'Moluscicidas',
  'Protetor de sementes': 'Protetores de sementes',
  Semioquímico: 'Semioquímicos',
};
