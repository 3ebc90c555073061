import type { Description, Measure, Row } from '../report.ts';

type Measured = Pick<Description, 'leading' | 'measures'>;

export const leadingOf = ({ leading, measures }: Measured): Measure[] =>
  leading.flatMap((id) => measures.find((one) => one.id === id) ?? []);

/** Leading measures first, then the others in their order. */
export function orderedOf(description: Measured): Measure[] {
  const leading = leadingOf(description);
  return [...leading, ...description.measures.filter((one) => !leading.includes(one))];
}

/**
 * The same, with measures that no row has a figure for last, so that a short table shows the useful ones. A
 * recon stage, for example, has no figures per vehicle.
 */
export function mostRelevantFirst(
  description: Measured,
  rows: readonly Pick<Row, 'figures'>[],
): Measure[] {
  const all = orderedOf(description);
  const hasFigure = ({ id }: Measure) =>
    rows.some(({ figures }) => typeof figures[id] === 'number');
  return [...all.filter(hasFigure), ...all.filter((one) => !hasFigure(one))];
}
