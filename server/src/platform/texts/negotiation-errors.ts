/** The errors of orders, proposals and awards; shaped as `errorTexts`. */
export const negotiationErrors = {
  // orders
  order_not_found: [404, 'A cotação não foi encontrada.'],
  order_not_editable: [422, 'Só rascunhos podem ser alterados.'],
  order_not_deletable: [422, 'Só rascunhos podem ser excluídos.'],
  order_drafts_limit: [
    422,
    'Já há {count} rascunhos de cotação, o máximo. Exclua os que não vão ser usados e tente de novo.',
  ],
  order_not_publishable: [422, 'Só rascunhos podem ser publicados.'],
  order_owner_inactive: [
    422,
    'A conta do produtor desta cotação não está ativa. Reative a conta primeiro.',
  ],
  publication_requested: [
    422,
    'O produtor já foi avisado há menos de uma hora. Peça de novo mais tarde.',
  ],
  order_inactive_products: [
    422,
    'A cotação não pode ser publicada: já não estão no catálogo {products}. Troque ou retire esses itens.',
  ],
  order_without_items: [422, 'Inclua ao menos um item antes de publicar.'],
  order_deadline_passed: [422, 'O prazo da cotação já passou. Escolha hoje ou uma data futura.'],
  order_publish_after_deadline: [422, 'A publicação não pode ser agendada para depois do prazo.'],
  order_delivery_before_deadline: [
    422,
    'A entrega está marcada para antes do fim do prazo. Escolha outra data de entrega ou um prazo menor.',
  ],
  order_not_closable: [422, 'Só cotações publicadas podem ser encerradas.'],
  order_close_without_proposals: [
    422,
    'Ainda não há proposta enviada. Cancele a cotação ou espere o prazo.',
  ],
  order_not_cancellable: [422, 'Esta cotação não pode mais ser cancelada.'],
  order_not_finalizable: [422, 'Só cotações com uma proposta escolhida podem ser finalizadas.'],
  order_not_approvable: [422, 'Só cotações pendentes ainda não aprovadas podem ser aprovadas.'],
  order_not_returnable: [422, 'Só cotações pendentes podem ser devolvidas.'],
  order_not_releasable: [422, 'Esta cotação ainda não pode ser publicada.'],
  order_not_expirable: [422, 'Esta cotação ainda não expirou.'],
  order_not_suspendable: [422, 'Só cotações publicadas podem ser suspensas.'],
  order_not_resumable: [422, 'Esta cotação não está suspensa.'],
  order_not_revocable: [422, 'Esta cotação não pode mais ser revogada.'],
  order_reason_required: [422, 'Conte o motivo.'],
  order_not_awarded: [
    422,
    'Esta cotação ainda não tem uma proposta escolhida: o registro nasce quando você aceita uma.',
  ],
  order_not_extendable: [422, 'Só cotações publicadas podem ter o prazo estendido.'],
  order_not_invitable: [422, 'Só uma cotação publicada, e não suspensa, pode ter um convite.'],
  contact_not_reportable: [
    422,
    'O fornecedor escolhido tem um dia para procurar você. Depois disso, avise uma vez por dia.',
  ],
  order_attachments_fixed: [422, 'Os anexos desta cotação não podem mais mudar.'],
  attachment_not_found: [404, 'O anexo não foi encontrado.'],
  attachments_quota: [
    422,
    'Seus anexos já ocupam {used} dos {limit} MB da sua conta, e este não cabe. Exclua anexos de outras cotações ou fale com o suporte.',
  ],
  attachments_limit: [
    422,
    'Anexos desta cotação: {count}, o máximo. Exclua um para incluir outro.',
  ],
  question_not_found: [404, 'A pergunta não foi encontrada.'],
  question_answered: [422, 'Esta pergunta já foi respondida.'],
  question_order_closed: [422, 'Só é possível responder enquanto a cotação está publicada.'],
  question_order_suspended: [
    422,
    'A cotação está suspensa: por enquanto não é possível responder.',
  ],
  order_attachments_suspended: [
    422,
    'A cotação está suspensa: por enquanto os anexos não podem mudar.',
  ],
  comparison_size: [422, 'Escolha de 1 a 3 propostas desta cotação para comparar.'],
  named_comparison_size: [422, 'Escolha de 2 a 10 propostas da mesma cotação para comparar.'],
  comparison_foreign: [422, 'Só é possível comparar propostas enviadas da mesma cotação.'],

  // proposals
  proposal_not_found: [404, 'A proposta não foi encontrada.'],

  // awards and purchases
  purchase_not_found: [404, 'A compra não foi encontrada.'],
  order_not_awardable: [
    422,
    'Esta cotação não está aberta, em análise nem escolhida: nada pode ser comprado dela.',
  ],
  award_order_suspended: [422, 'Esta cotação está suspensa: nada pode ser comprado dela agora.'],
  item_twice: [
    422,
    'O item {position} foi escolhido mais de uma vez. Escolha uma proposta por item.',
  ],
  item_not_in_order: [422, 'Um dos itens escolhidos não é desta cotação.'],
  item_not_priced: [422, 'A {label} não oferece o item {position}.'],
  item_already_bought: [422, 'O item {position} já foi comprado.'],
  proposal_not_submitted: [
    422,
    'Uma das propostas escolhidas não vale mais: foi recusada ou retirada. Recarregue a página.',
  ],
  proposal_not_partial: [
    422,
    'A {label} só vende a proposta inteira: compre todos os itens que ela oferece, ou nenhum.',
  ],
  minimum_not_reached: [
    422,
    'A {label} vende em parte a partir de um mínimo: faltam R$ {missing} em itens dela.',
  ],
  reoffer_needed: [
    422,
    'O prazo para comprar mais da {label} passou: são 72 horas depois da escolha, e a validade da proposta.',
  ],
  order_not_bought: [
    422,
    'O que faltou só se cota de novo depois de uma compra. Para cotar tudo, duplique a cotação inteira.',
  ],
  nothing_unbought: [
    422,
    'Não falta nada desta cotação: tudo foi comprado ou já foi cotado de novo.',
  ],
  already_requoted: [
    422,
    'O que faltou já está na cotação {number}. Continue por ela, ou exclua o rascunho antes.',
  ],
  award_total_changed: [
    409,
    'O total agora é R$ {total}, e não o que estava na tela. Confira e confirme de novo.',
  ],
  terms_tightened: [
    422,
    'Depois de enviada, a proposta só pode ficar mais fácil de comprar: aceitar vender em parte, baixar ou tirar o mínimo, passar o frete a proporcional.',
  ],
  freight_already_due: [
    422,
    'O frete inteiro já está na compra feita e não é cobrado de novo: ele não muda mais.',
  ],
  terms_order_suspended: [
    422,
    'Esta cotação está suspensa: as condições de venda em parte só mudam quando ela for retomada.',
  ],
  terms_not_changeable: [
    422,
    'As condições de venda em parte mudam só enquanto a proposta está enviada ' +
      'e a cotação aberta, em análise ou escolhida.',
  ],
  terms_changes_limit: [
    422,
    'As condições de venda em parte desta proposta já mudaram {count} vezes, o máximo. Elas ficam como estão.',
  ],
  order_closed: [422, 'Esta cotação não recebe mais propostas.'],
  order_suspended: [422, 'Esta cotação está suspensa e não recebe propostas no momento.'],
  order_declined: [
    422,
    'Você recusou participar desta cotação. Desfaça a recusa para enviar uma proposta.',
  ],
  decline_with_proposal: [
    422,
    'Você tem uma proposta enviada nesta cotação. Para não participar, cancele antes a proposta.',
  ],
  decline_after_award: [
    422,
    'O produtor já aceitou a sua proposta nesta cotação: não é mais possível deixar de participar.',
  ],
  order_mismatch: [422, 'A cotação do corpo não é a mesma do endereço.'],
  proposal_not_draft: [422, 'A proposta não pode ser enviada: ela já não é um rascunho.'],
  proposal_without_items: [422, 'A proposta não pode ser enviada: inclua ao menos um item.'],
  proposal_invalid_items: [
    422,
    'A proposta não pode ser enviada: informe o preço ou uma justificativa em cada item ({count} faltando).',
  ],
  proposal_unpriced_items: [
    422,
    'A proposta não pode ser enviada: esta cotação é fechada e todos os itens precisam de preço ({count} faltando).',
  ],
  proposals_too_large: [
    422,
    'Esta lista passaria de {mb} MB. Abra as propostas uma a uma; na API, peça a lista sem os itens (items=false).',
  ],
  proposals_busy_own: [429, 'Listas suas já estão sendo preparadas. Aguarde e tente de novo.'],
  proposals_busy: [429, 'Há muitas listas grandes sendo preparadas. Tente de novo em instantes.'],
  proposals_live_limit: [
    422,
    'A proposta não pode ser enviada: você já tem {count} propostas valendo nesta cotação, o máximo. ' +
      'Retire uma delas e envie esta de novo.',
  ],
  order_submissions_limit: [
    422,
    'Propostas enviadas hoje para esta cotação: {count}, o máximo por dia. O rascunho fica como está: envie-o amanhã.',
  ],
  proposals_sent_limit: [
    422,
    'A proposta não pode ser enviada: você já enviou {count} para esta cotação, o máximo, ' +
      'contando as retiradas e as recusadas. As que valem continuam valendo; para mudar uma, fale com o suporte.',
  ],
  proposal_not_editable: [422, 'Só rascunhos podem ser alterados.'],
  proposal_not_deletable: [422, 'Só rascunhos podem ser excluídos.'],
  proposal_not_cancellable: [422, 'Esta proposta não pode mais ser cancelada.'],
  proposal_not_rejectable: [422, 'Só propostas enviadas podem ser recusadas.'],
  proposal_inactive_products: [
    422,
    'A proposta não pode ser enviada: já não estão no catálogo {products}. Ofereça outro similar.',
  ],
  proposal_unwanted_similars: [
    422,
    'A proposta não pode ser enviada: o produtor não aceita similar de {products}. Ofereça o produto pedido ou marque como não cotado.',
  ],
  proposal_unavailable: [
    422,
    'Esta proposta está indisponível no momento e não pode ser aceita. Nada foi alterado.',
  ],
  accept_order_suspended: [
    422,
    'Não foi possível aceitar: esta cotação está suspensa. Nada foi alterado.',
  ],
  accept_not_submitted: [
    500,
    'Não foi possível aceitar: a proposta não está mais enviada. Nada foi alterado.',
  ],
  accept_order_awarded: [
    500,
    'Não foi possível aceitar: esta cotação já tem uma proposta escolhida. Nada foi alterado.',
  ],
  accept_order_closed: [
    500,
    'Não foi possível aceitar: esta cotação não está mais aberta nem em análise. Nada foi alterado.',
  ],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;
