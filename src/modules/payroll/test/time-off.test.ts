import { expect, test } from 'vitest';
import { findPaidTimeOff } from '../server/people/timeOff.ts';

test('time off is added by kind, and only what is paid', async () => {
  const day = (userId: number, kindName: string, minutes: number, isPaid = true) => ({
    userId,
    kindName,
    isPaid,
    minutes,
  });
  const asked: unknown[] = [];
  const found = await findPaidTimeOff(
    async (_db, ids, from, to) => {
      asked.push([ids, from, to]);
      return [
        day(1, 'Vacation', 480),
        day(1, 'Sick leave', 240),
        day(1, 'Vacation', 480),
        day(2, 'Unpaid leave', 480, false),
      ];
    },
    {} as never,
    [1, 2],
    '2026-06-07',
    '2026-06-20',
  );
  expect(asked).toEqual([[[1, 2], '2026-06-07', '2026-06-20']]);
  expect([...found]).toEqual([
    [
      1,
      [
        { kind: 'Sick leave', ms: 14_400_000 },
        { kind: 'Vacation', ms: 57_600_000 },
      ],
    ],
  ]);
});
