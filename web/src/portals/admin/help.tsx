import { HelpPage, type Answer } from '../../features/help/help-page.tsx';

const answers: readonly Answer[] = [
  [
    'Não vejo uma área do menu. Por quê?',
    'O menu mostra o que o seu papel permite. Quem pode mudar papéis encontra-os em Usuários › Papéis.',
  ],
  [
    'Como desfaço um bloqueio?',
    'Abra a pessoa e escolha Desbloquear. O bloqueio, o motivo e quem o fez continuam na auditoria.',
  ],
  [
    'Uma importação teve erros. O que foi gravado?',
    'Nada é gravado pela metade: baixe as linhas com erro, corrija-as e envie o arquivo outra vez.',
  ],
  [
    'Um aviso não chegou a alguém.',
    'Em Falhas › Envios está o que não pôde ser entregue e por quê. Depois de resolver, tente de novo por lá.',
  ],
  [
    'Quem mudou isto?',
    'Cada registro mostra o seu histórico, e a Auditoria mostra tudo o que foi mudado, por quem e quando.',
  ],
];

export const AdminHelp = () => <HelpPage answers={answers} />;
