import { HelpPage, type Answer } from '../../features/help/help-page.tsx';

const answers: readonly Answer[] = [
  [
    'Como comparo as propostas: pela soma ou item por item?',
    'Das duas formas. Marque até três propostas e toque em Comparar: cada item mostra o melhor preço, e a soma só compara os itens que todas cotaram. Uma proposta mais barata que deixou itens de fora não aparece como a melhor.',
  ],
  [
    'Posso escolher uma proposta mais cara?',
    'Pode. Prazo, frete e condições também contam. Se quiser, escreva o motivo: ele fica no registro da decisão.',
  ],
  [
    'E se o produto oferecido não for o que eu pedi?',
    'Veja a marca e as observações do item. Quando a proposta traz um similar, o Lavra diz se o ingrediente ativo e a concentração são os mesmos.',
  ],
  [
    'E se o produto não estiver no catálogo?',
    'Inclua-o como item livre: escreva o que procura e escolha o tipo, e os fornecedores desse tipo respondem como a qualquer item. Se quiser, peça também a inclusão no catálogo; você é avisado da resposta, e o rascunho oferece a troca.',
  ],
  [
    'O que é o nome de árvore ao lado da letra?',
    'Cada proposta recebe, por sorteio, o nome de uma árvore que vale só na cotação dela: Proposta A · Ipê. A letra pode mudar quando você entra de novo ou usa outro aparelho; o nome é sempre o mesmo, também nos avisos, na impressão e para o seu consultor. Ele não diz nada sobre o fornecedor.',
  ],
  [
    'Quem é o fornecedor da Proposta A?',
    'Você decide sem saber, pelo preço e pelas condições. Depois que você aceita uma proposta, o fornecedor recebe o seu contato e procura você.',
  ],
  [
    'Posso comprar de mais de um fornecedor?',
    'Pode, das propostas que vendem em parte. “Ver combinações” mostra quanto custa comprar de uma, duas ou mais propostas, com o frete que elas informam; na comparação, você escolhe item por item. O que faltar ainda se compra das mesmas propostas por 72 horas, ou vai para uma cotação nova com “Cotar o que faltou”.',
  ],
  [
    'Escolhi. E agora?',
    'A cotação está decidida. Cada fornecedor escolhido recebe o seu contato e procura você para combinar entrega e pagamento; em Compras está o que foi comprado de cada um. Quando tudo chegar, finalize a cotação.',
  ],
];

export const ProducerHelp = () => <HelpPage answers={answers} />;
