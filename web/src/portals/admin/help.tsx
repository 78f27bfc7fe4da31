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
    'O painel diz que nenhuma cópia de segurança foi vista.',
    'Quem cuida do servidor faz a cópia com lavra backup, todo dia; o painel passa a saber da última. Uma cópia feita de outro modo é anotada depois dela: veja o guia de operação.',
  ],
  [
    'O painel diz que nenhum processo ou agendador trabalha.',
    'Avise quem cuida do servidor: o worker ou o agendador parou. Nada se perde; avisos, tarefas e prazos seguem quando ele voltar.',
  ],
  [
    'Quem mudou isto?',
    'Cada registro mostra o seu histórico, e a Auditoria mostra tudo o que foi mudado, por quem e quando.',
  ],
];

export const AdminHelp = () => <HelpPage answers={answers} />;
