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
    'Preços e quantidades, não: confira-os na revisão antes de enviar. Enquanto a cotação não foi decidida, você pode cancelar a proposta; e, com “Facilitar a compra”, passar a vender em parte ou pedir um mínimo menor.',
  ],
  [
    'Podem comprar só uma parte da minha proposta?',
    'Só se você disse que aceita vender em parte, e a partir do mínimo que você pediu. O que foi comprado aparece em Vendas, com o contato do produtor e o pedido de compra.',
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
