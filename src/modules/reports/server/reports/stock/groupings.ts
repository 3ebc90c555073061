import { type RawBuilder, sql } from 'kysely';
import type { TalliedGrouping } from '../../tally/tally.ts';

/** The aging buckets of the inventory page; both ends included. */
const ages = [
  { key: '0-30', upTo: 30 },
  { key: '31-45', upTo: 45 },
  { key: '46-60', upTo: 60 },
  { key: '61-90', upTo: 90 },
  { key: '90+', upTo: null },
] as const;

/** By what a vehicle counts as. */
export const byGroup = (group: RawBuilder<unknown>): TalliedGrouping => ({
  id: 'group',
  label: 'Counted as',
  choices: [
    { key: 'on_ground', label: 'On the ground' },
    { key: 'in_transit', label: 'In transit' },
    { key: 'sold', label: 'Sold, not delivered' },
    { key: 'loaner', label: 'Loaners and demos' },
  ],
  key: group,
});

/** By days in stock; `age` is a numeric expression, null for rows without an age. */
export const byAge = (age: RawBuilder<unknown>): TalliedGrouping => ({
  id: 'aging',
  label: 'Days in stock',
  none: 'In transit, sold, loaners and demos',
  choices: ages.map(({ key, upTo }) => ({
    key,
    label: upTo === null ? 'Over 90' : key.replace('-', '–'),
  })),
  key: sql`case when ${age} is null then null ${sql.join(
    ages.map(({ key, upTo }) =>
      upTo === null ? sql`else ${key}` : sql`when ${age} <= ${sql.lit(upTo)} then ${key}`,
    ),
    sql` `,
  )} end`,
});

export const byMake = (column: string): TalliedGrouping => ({
  id: 'make',
  label: 'Make',
  key: sql.ref(column),
});
export const byModel = (model: RawBuilder<unknown>): TalliedGrouping => ({
  id: 'model',
  label: 'Model',
  none: 'Other vehicles',
  key: model,
});
