const HEADING = 'Tipo;Subtipo;Nome;Descrição;Marca;Ingrediente ativo;Concentração;Unidade;Ativo';

/**
 * Returns a sheet of products like the table of a supplier; some rows throughout it are wrong: they
 * misspell their subtype.
 */
export function productSheet({
  rows,
  wrong = 0,
  name = 'Adubo da safra',
}: {
  readonly rows: number;
  readonly wrong?: number;
  readonly name?: string;
}): string {
  const every = wrong === 0 ? Infinity : Math.floor(rows / wrong);
  const lines = Array.from({ length: rows }, (_, index) => {
    const isWrong = index % every === every - 1 && Math.floor(index / every) < wrong;
    return (
      `Fertilizantes;${isWrong ? 'Ureas' : 'Nitrogenados'};${name} ` +
      `${String(index + 1).padStart(5, '0')};;;;;KG;sim`
    );
  });
  return `\uFEFF${[HEADING, ...lines, ''].join('\r\n')}`;
}
