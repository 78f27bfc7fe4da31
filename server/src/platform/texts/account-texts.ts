/** Sentences about accounts that are no refusals. */
export const accountTexts = {
  resetRequested: 'Se houver uma conta com este e-mail, enviamos um link para escolher uma nova senha.',
  passwordReset: 'Senha alterada. Entre com a nova senha.',
  emailVerified: 'E-mail confirmado.',
  verificationSent: 'Enviamos um novo link de confirmação para o seu e-mail.',
} as const;
