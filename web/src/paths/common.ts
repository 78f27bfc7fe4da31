// The paths of the pages below the portal's base. A builder called with `$name` returns the path
// that the router matches.

/** The pages that every portal has. */
export const commonPaths = {
  login: '/entrar',
  register: '/cadastro',
  activateAccount: '/ativar-conta',
  forgotPassword: '/esqueci-a-senha',
  resetPassword: '/redefinir-senha',
  verifyEmail: '/verificar-email',
  undoEmail: '/desfazer-email',
  unauthorised: '/nao-autorizado',
  help: '/ajuda',
  page: (slug: string) => `/paginas/${slug}`,
  notifications: '/notificacoes',
  account: '/conta',
  addresses: '/conta/enderecos',
  productTypes: '/conta/produtos',
  coverage: '/conta/atuacao',
  subscription: '/conta/assinatura',
  password: '/conta/senha',
  notificationChoices: '/conta/avisos',
  privacy: '/conta/privacidade',
  /** Redirects to `subscription`. */
  subscriptionShortcut: '/assinatura',
} as const;
