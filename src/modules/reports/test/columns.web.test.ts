import { expect, test } from 'vitest';
import type { Figures, Measure } from '../contract/report.ts';
import { gapSentences } from '../web/report/Gaps.tsx';
import { columnsOf } from '../web/report/table/columns.ts';

const measure = (id: string): Measure => ({
  id,
  label: id,
  formula: '',
  unit: 'count',
  better: null,
  isTarget: false,
});
const description = {
  leading: ['cars'],
  measures: [measure('stages'), measure('cars'), measure('cost')],
};
const row = (figures: Figures) => ({
  key: '',
  label: '',
  figures,
  previous: {},
  yearBefore: {},
});
const columnsWith = (total: Figures, ...rows: Figures[]) =>
  columnsOf(description, { total: row(total), rows: rows.map(row) }).map(({ id }) => id);

test('measures without a figure in any row have no column, unless there is no figure at all', () => {
  const total = { cars: 27, stages: 179, cost: 631 };
  expect(columnsWith(total, { cars: 9, stages: 60, cost: 640 })).toEqual([
    ...['cars', 'stages', 'cost'],
  ]);
  expect(columnsWith(total, { cars: null, stages: 60, cost: null }, { cars: null })).toEqual([
    'stages',
  ]);
  expect(columnsWith(total, { cars: null, stages: 60, cost: null }, { cars: 0 })).toEqual([
    ...['cars', 'stages'],
  ]);
  expect(columnsWith({ cars: 0, stages: 0, cost: null }, { cars: 0, stages: 0 })).toEqual([
    ...['cars', 'stages', 'cost'],
  ]);
  expect(columnsWith(total)).toEqual(['cars', 'stages', 'cost']);
});

test('stores whose records begin on the same day share a sentence', () => {
  const since = '2026-11-02';
  expect(
    gapSentences({
      gaps: [
        { store: 'ford', since },
        { store: 'hyundai', since: null },
        { store: 'chevrolet', since },
      ],
    }),
  ).toEqual([
    'No records for Ford and Chevrolet before Nov 2, 2026.',
    'No records for Hyundai yet.',
  ]);
});
