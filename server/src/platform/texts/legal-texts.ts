/** Shown with every order that asks for a pesticide, on screen and on paper. */
export const pesticideNotice =
  'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).';
