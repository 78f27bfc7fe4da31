/** Sentences about accounts that are not errors. */
export const accountTexts = {
  resetRequested:
    'Se houver uma conta com este e-mail, enviamos um link para escolher uma nova senha.',
  passwordReset: 'Senha alterada. Entre com a nova senha.',
  emailVerified: 'E-mail confirmado.',
  emailChanged: 'Novo e-mail confirmado. Use-o para entrar a partir de agora.',
  changeLinkSent: 'Enviamos um novo link para o endereço que aguarda confirmação.',
  changeCancelled: 'A troca de e-mail foi cancelada.',
  changeUndone:
    'A troca foi desfeita e todas as sessões foram encerradas. Enviamos a este e-mail um link para escolher uma nova senha.',
  verificationSent: 'Enviamos um novo link de confirmação para o seu e-mail.',
} as const;
