/**
 * Why something could not be sent, in a sentence for administrators. `{words}` is the remote
 * server's own message.
 */
export const channelProblems = {
  mail_not_set: 'Informe o servidor SMTP e o e-mail do remetente nas configurações.',
  whatsapp_not_set:
    'Informe o identificador do número e o token de acesso do WhatsApp nas configurações.',
  forbidden: 'O endereço do servidor não é da internet pública nem está em OUTBOUND_ALLOW.',
  unresolved: 'O nome do servidor não foi encontrado.',
  unreachable: 'Não foi possível conectar ao servidor.',
  timeout: 'O servidor não respondeu a tempo.',
  closed: 'O servidor encerrou a conexão antes do fim.',
  tls: 'A conexão segura com o servidor falhou: {words}',
  login: 'O servidor recusou o usuário ou a senha: {words}',
  refused: 'O servidor respondeu: {words}',
  paused: 'O serviço pediu uma pausa antes de novas mensagens. Tente de novo em alguns minutos.',
  garbled: 'O servidor respondeu o que não se entende.',
  address: 'O endereço de destino não é válido.',
  link_sealed: 'O link deste e-mail foi guardado com outra APP_KEY e não pode ser lido.',
} as const satisfies Readonly<Record<string, string>>;
export type ChannelProblem = keyof typeof channelProblems;

/** Returns the sentence for a problem. */
export const channelProblemSentence = (problem: ChannelProblem, words = ''): string =>
  channelProblems[problem].replace('{words}', () => words);

/** The results of test sends. */
export const testSendTexts = {
  email_sent: 'E-mail de teste enviado. Confira a caixa de entrada, e a de spam.',
  whatsapp_sent: 'Mensagem de teste enviada ao WhatsApp.',
  whatsapp: {
    title: 'Mensagem de teste',
    body: 'O envio de mensagens do Lavra pelo WhatsApp está funcionando.',
  },
} as const;
