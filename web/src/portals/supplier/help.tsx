import { HelpPage, type Answer } from '../../features/help/help-page.tsx';

const answers: readonly Answer[] = [
  [
    'Não vejo nenhuma cotação. Por quê?',
    'A lista mostra o que é pedido na sua área de atuação e nos seus tipos de produto. Confira os dois em Empresa, ou tire os filtros da lista.',
  ],
  [
    'E se eu não tenho um dos itens?',
    'Deixe o preço vazio e diga o motivo. Em cotação fechada, todos os itens precisam de preço.',
  ],
  [
    'Posso mudar a proposta depois de enviar?',
    'Não. Enquanto a cotação não foi decidida, você pode cancelar a proposta. Confira preços e quantidades na revisão antes de enviar.',
  ],
  [
    'O produtor sabe quem eu sou?',
    'Não. Ele vê as propostas como A, B, C, e telefones, e-mails e nomes nos seus textos aparecem encobertos. Só quem ganha recebe o contato do produtor.',
  ],
  [
    'Posso preencher em uma planilha?',
    'Pode. No editor da proposta, cole uma coluna de preços copiada do Excel, ou baixe a planilha, preencha e envie de volta.',
  ],
];

export const SupplierHelp = () => <HelpPage answers={answers} />;
