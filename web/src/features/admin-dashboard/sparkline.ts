/**
 * Returns the points of a line from left to right as `x,y` pairs for an SVG, in a box of this size.
 * The lowest edge is zero, the highest value touches the upper edge; all zeros lie on the lower one.
 */
export function sparkPoints(
  values: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly string[] {
  const most = Math.max(0, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const at = (value: number): number => (most === 0 ? height : height - (value / most) * height);
  return values.map((value, index) => `${round(index * step)},${round(at(value))}`);
}

const round = (value: number): number => Math.round(value * 100) / 100;
