import type { Description, Measure, Row } from '../report.ts';

type Measured = Pick<Description, 'leading' | 'measures'>;

export const leadingOf = ({ leading, measures }: Measured): Measure[] =>
  leading.flatMap((id) => measures.find((one) => one.id === id) ?? []);

/** What leads first, then the others as they come. */
export function orderedOf(description: Measured): Measure[] {
  const leading = leadingOf(description);
  return [...leading, ...description.measures.filter((one) => !leading.includes(one))];
}

/**
 * The same, but for what no row can tell, as a stage of reconditioning nothing of whole cars: where there is
 * no room for all, the first of these.
 */
export function mostRelevantFirst(
  description: Measured,
  rows: readonly Pick<Row, 'figures'>[],
): Measure[] {
  const all = orderedOf(description);
  const isTold = ({ id }: Measure) => rows.some(({ figures }) => typeof figures[id] === 'number');
  return [...all.filter(isTold), ...all.filter((one) => !isTold(one))];
}
