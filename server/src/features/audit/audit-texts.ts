/** The actions as users read them in the audit log. */
export const auditActionLabels = {
  created: 'Criação',
  updated: 'Alteração',
  deleted: 'Exclusão',
  status_changed: 'Mudança de status',
} as const;

/** The problems that a check of the audit chain can find. */
export const auditProblemTexts = {
  edited: 'o conteúdo ou o selo foi alterado',
  missing: 'a linha selada ou o selo sumiu',
  reordered: 'linhas ou selos trocaram de lugar',
  values_changed: 'os valores guardados (antes e depois) foram alterados',
  values_missing:
    'os valores guardados sumiram, e quem agiu ou a quem dizem respeito não apagou a conta',
  truncated: 'a corrente termina antes da ponta esperada',
  rewritten: 'a corrente foi reescrita: o selo não é o da ponta esperada',
} as const;
