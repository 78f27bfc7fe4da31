/** One column; null where the value is unknown, which is different from zero. */
export interface ChartPoint {
  readonly label: string;
  readonly value: number | null;
}

interface Bar extends ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the position of each column, in the chart's own units: from zero up, the highest just
 * below `top`.
 */
export function barsOf(
  points: readonly ChartPoint[],
  { width, height, top }: { readonly width: number; readonly height: number; readonly top: number },
): readonly Bar[] {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const step = width / Math.max(1, points.length);
  const thick = Math.min(64, step * 0.6);
  return points.map((point, index) => {
    const tall = most === 0 ? 0 : ((point.value ?? 0) / most) * (height - top);
    return {
      ...point,
      x: index * step + (step - thick) / 2,
      y: height - tall,
      width: thick,
      height: tall,
    };
  });
}
