import type { User } from '@lavra/contract/accounts/schemas';
import { commonPaths } from '../paths/common.ts';

/** The pages of the account that a user type has, each with its name. */
export function accountPlaces(
  type: User['user_type'] | undefined,
): readonly (readonly [path: string, label: string])[] {
  const hasAddresses = type === 'produtor' || type === 'fornecedor';
  return [
    [commonPaths.account, 'Dados'],
    ...(hasAddresses ? ([[commonPaths.addresses, 'Endereços']] as const) : []),
    ...(type === 'fornecedor'
      ? ([
          [commonPaths.productTypes, 'O que você vende'],
          [commonPaths.coverage, 'Onde você entrega'],
        ] as const)
      : []),
    ...(type === 'admin' ? [] : ([[commonPaths.subscription, 'Assinatura']] as const)),
    ...(type === 'consultor' ? [] : ([[commonPaths.notificationChoices, 'Avisos']] as const)),
    [commonPaths.password, 'Senha'],
    [commonPaths.privacy, 'Privacidade'],
  ];
}
