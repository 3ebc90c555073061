import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LineChart } from '../LineChart.tsx';

const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

const draw = (values: (number | null)[], width = 512) =>
  renderToStaticMarkup(
    createElement(LineChart, {
      months,
      lines: [{ key: 'ford', look: { stroke: 'red' }, values }],
      marks: [0, 10],
      format: String,
      axisWidth: 100,
      tipOf: () => null,
      size: { width, height: 138 },
    }),
  );

test('a month without a value interrupts the line', () => {
  const drawn = draw([0, 10, null, 5, 5]);
  expect(drawn).toContain('d="M100 108L200 8M400 58L500 58"');
  expect(drawn.match(/<circle/g)).toHaveLength(4);
});

test('where labels of all months do not fit, every second one stays, up to the latest', () => {
  const labels = (width: number) =>
    [...draw([1, 1, 1, 1, 1], width).matchAll(/>(\w{3})<\/text>/g)].map(([, label]) => label);
  expect(labels(512)).toEqual(['Jul', 'Aug', 'Sep', 'Oct', 'Nov']);
  expect(labels(212)).toEqual(['Jul', 'Sep', 'Nov']);
});
