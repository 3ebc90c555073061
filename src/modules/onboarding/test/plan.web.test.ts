import { expect, test } from 'vitest';
import { maxIdsPerMove } from '../contract.ts';
import { type HandoverSource, planOf } from '../web/handover/plan.ts';

const sourceOf = (key: string, act: HandoverSource['act'], count: number): HandoverSource => ({
  ...{ key, title: key, act },
  items: Array.from({ length: count }, (_, at) => ({
    ...{ id: `${key}${at}`, title: '', detail: '', store: null, href: null },
  })),
});

test('more things of one kind than a move may have are several moves', () => {
  const count = 2 * maxIdsPerMove + 1;
  const sources = [sourceOf('leads', 'move', count), sourceOf('shifts', 'cancel', count)];
  const plan = { leads: { single: { leads3: '8' } } };
  const moves = planOf(sources, plan, '7');
  expect(moves.map(({ source, toId, ids }) => [source, toId, ids.length])).toEqual([
    ['leads', 7, maxIdsPerMove],
    ['leads', 7, maxIdsPerMove],
    ['leads', 8, 1],
    ['shifts', null, maxIdsPerMove],
    ['shifts', null, maxIdsPerMove],
    ['shifts', null, 1],
  ]);
  for (const { key, items } of sources) {
    const moved = moves.filter(({ source }) => source === key).flatMap(({ ids }) => ids);
    expect(new Set(moved)).toEqual(new Set(items.map(({ id }) => id)));
  }
});
