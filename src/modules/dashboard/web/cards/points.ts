interface Point {
  x: number;
  y: number;
}

export interface Points {
  /** Lines between known months as SVG polyline points, on a 100 by 100 grid. */
  runs: string[];
  /** The latest known month. */
  last: Point | null;
}

/** Scales values from zero at the bottom; an unknown month breaks the line. */
export function pointsOf(values: readonly (number | null)[]): Points {
  const top = Math.max(0, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const points = values.map((value, at): Point | null =>
    value === null
      ? null
      : { x: at * step, y: top === 0 ? 100 : 100 - (Math.max(0, value) / top) * 100 },
  );
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  const shown = runs.filter((run) => run.length > 1);
  return {
    runs: shown.map((run) => run.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')),
    last: points.filter((point) => point !== null).at(-1) ?? null,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
