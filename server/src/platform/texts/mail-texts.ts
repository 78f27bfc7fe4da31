import type { UserType } from '@lavra/domain/account/user-type';

/** The reader's data in every mail to an account. */
export interface Reader {
  readonly name: string;
  readonly user_type: UserType;
}

interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The link: its label, and the portal's page that takes the token. */
  readonly action?: { readonly label: string; readonly page: string };
}

/**
 * Every account mail, by template. No sentence contains text that a third party could have entered.
 */
export const mailTexts = {
  email_verification: {
    subject: 'Confirme seu e-mail no Lavra',
    paragraphs: [
      'Confirme que este endereço é seu para receber os avisos das suas cotações. O link vale por 24 horas.',
      'Se você não criou esta conta, ignore esta mensagem.',
    ],
    action: { label: 'Confirmar e-mail', page: 'verificar-email' },
  },
  password_reset: {
    subject: 'Escolha uma nova senha no Lavra',
    paragraphs: [
      'Alguém pediu uma nova senha para a sua conta. O link vale por 60 minutos e só pode ser usado uma vez.',
      'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    ],
    action: { label: 'Escolher nova senha', page: 'redefinir-senha' },
  },
  consultant_activation: {
    subject: 'Ative sua conta no Lavra',
    paragraphs: [
      'Uma conta foi criada para você. Escolha sua senha para começar. O link vale por 7 dias e só pode ser usado uma vez.',
    ],
    action: { label: 'Ativar conta', page: 'ativar-conta' },
  },
  login_attack: {
    subject: 'Muitas tentativas de entrar na sua conta do Lavra',
    paragraphs: [
      'Na última hora houve muitas tentativas de entrar na sua conta com a senha errada. Ninguém entrou com elas, e por enquanto só é possível entrar de onde você já entrou antes.',
      'Se não foi você, não precisa fazer nada: sua senha continua a mesma. Se ela for fácil de adivinhar ou usada em outro lugar, troque-a.',
      'Se precisar entrar de um aparelho ou lugar novo, escolha uma nova senha em "Esqueci a senha" e entre dali mesmo.',
    ],
  },
  email_change: {
    subject: 'Confirme seu novo e-mail no Lavra',
    paragraphs: [
      'Confirme que este endereço é seu para usá-lo em uma conta no Lavra. Até lá, vale o endereço anterior. O link vale por 24 horas.',
      'Se você não pediu esta troca, ignore esta mensagem.',
    ],
    action: { label: 'Confirmar novo e-mail', page: 'verificar-email' },
  },
  email_change_asked: {
    subject: 'Pedido de troca de e-mail da sua conta no Lavra',
    paragraphs: [
      'Foi pedida a troca do e-mail da sua conta, com a senha dela. Ela acontece quando o novo endereço for confirmado; até lá, vale este.',
      'Se não foi você, escolha agora uma nova senha em "Esqueci a senha": isso cancela a troca.',
    ],
  },
  email_changed: {
    subject: 'O e-mail da sua conta no Lavra foi trocado',
    paragraphs: [
      'A sua conta passou a usar outro endereço de e-mail. Os avisos e os links de senha já não chegam aqui.',
      'Se não foi você, desfaça a troca pelo link abaixo, em até 7 dias: a conta volta a este endereço, todos saem dela, e enviamos um link para escolher uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', page: 'desfazer-email' },
  },
  password_changed: {
    subject: 'Sua senha no Lavra foi trocada',
    paragraphs: [
      'A senha da sua conta acaba de ser trocada, e as outras sessões foram encerradas.',
      'Se não foi você, peça uma nova senha agora em "Esqueci a senha".',
    ],
  },
} as const satisfies Readonly<Record<string, MailText>>;

export type MailTemplate = keyof typeof mailTexts;

export const mailTextOf = (template: MailTemplate): MailText => mailTexts[template];

export const isMailTemplate = (name: string): name is MailTemplate =>
  Object.hasOwn(mailTexts, name);

/** The parts that every mail shares, and the words around a notification's text. */
export const mailFrame = {
  greeting: 'Olá',
  signature: 'Equipe Lavra',
  fallback: 'Se o botão não funcionar, copie este endereço no navegador:',
  accountReason: 'Esta mensagem é automática e trata do acesso à sua conta no Lavra.',
  notificationAction: 'Abrir no Lavra',
  notificationReason: 'Esta mensagem é automática. Você a recebe porque tem uma conta no Lavra.',
  notificationChoice: 'Escolher o que recebo',
  test: {
    subject: 'E-mail de teste do Lavra',
    paragraphs: [
      'O envio de e-mails do Lavra está funcionando: esta mensagem saiu com as configurações gravadas agora.',
    ],
  },
  testReason: 'Esta mensagem é automática e foi pedida por um administrador.',
} as const;
