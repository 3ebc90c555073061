import fc from 'fast-check';
import type { PunchKind } from '../contract.ts';
import { findFault, type Moment } from '../server/hours/sequence.ts';

const hourMs = 3_600_000;
const kinds: readonly PunchKind[] = ['clock_in', 'clock_out', 'break_start', 'break_end'];

/** Punches that follow one another without fault, from `start` on: refused ones are left out, as the server does. */
export function possibleFrom(start: number): fc.Arbitrary<Moment[]> {
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    after: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 * hourMs }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 * 60_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 * hourMs }) },
    ),
  });
  return fc.array(step, { maxLength: 60, size: 'max' }).map((steps) => {
    const taken: Moment[] = [];
    let at = start;
    for (const { kind, after } of steps) {
      at += after;
      if (findFault([...taken, { kind, at }]) === null) taken.push({ kind, at });
    }
    return taken;
  });
}
