import type { Status } from '../../../src/modules/deals/contract/status.ts';
import { addDays } from '../../../src/platform/contract/wallTime.ts';
import type { Random } from '../random.ts';
import type { DemoDeal } from './deal.ts';

const promises = [
  'Second key',
  'Floor mats, all weather',
  'Tint the front windows',
  'Touch up the rear bumper',
  'Spray-in bedliner',
  'Owner’s manual',
];

/** A moment in opening hours of a day, the next step later than the one before, and none ahead of the present. */
export const momentsUntil = (asOf: Date) => (day: string, step: number) =>
  new Date(
    Math.min(
      Date.parse(`${day}T00:00:00Z`) + (16 + step * 1.5) * 3_600_000,
      asOf.getTime() - (50 - step * 10) * 60_000,
    ),
  );

/** What is owed to a buyer; of long ago all of it was kept. */
export function promisesOf(
  random: Random,
  deliveredOn: string | null,
  { today, asOf }: { today: string; asOf: Date },
) {
  if (deliveredOn === null || random.next() > 0.14) return [];
  const isLate = deliveredOn > addDays(today, -30);
  const kept = momentsUntil(asOf)(addDays(deliveredOn, 12), 4);
  return random
    .shuffle(promises)
    .slice(0, random.int(1, 2))
    .map((what) => ({ what, doneAt: isLate ? null : kept }));
}

interface Days extends Pick<DemoDeal, 'signedOn' | 'deliveredOn' | 'fundedOn'> {
  writtenOn: string;
}

/** What became of a deal, and when. */
export function stepsOf(
  status: Status,
  { writtenOn, signedOn, deliveredOn, fundedOn }: Days,
  moment: ReturnType<typeof momentsUntil>,
): DemoDeal['steps'] {
  if (status === 'canceled') {
    const at = moment(addDays(writtenOn, 2), 1);
    return [{ from: 'open', to: status, at, reason: 'Found one closer to home' }];
  }
  const way: (readonly [Status, string | null])[] = [
    ['signed', signedOn],
    ['delivered', deliveredOn],
    ['funded', fundedOn],
  ];
  let from: Status = 'open';
  return way.flatMap(([to, day], at) => {
    if (day === null) return [];
    const step = { from, to, at: moment(day, at + 1) };
    from = to;
    return [step];
  });
}
