import { orderedOf } from '../../contract/figures/order.ts';
import type { Description, Measure } from '../../contract/report.ts';

const ways = { more: ' More is better.', less: ' Less is better.' };

/** How a figure is calculated, and which direction is good. */
export const formulaOf = ({ formula, better }: Measure): string =>
  `${formula}${better ? ways[better] : ''}`;

export const measureOf = (description: Description, id: string | null): Measure | undefined =>
  description.measures.find((one) => one.id === id) ?? orderedOf(description)[0];

export const groupingLabelOf = ({ groupings }: Description, by: string): string =>
  groupings.find(({ id }) => id === by)?.label ?? by;
