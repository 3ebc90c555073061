import fc from 'fast-check';
import type { PunchKind } from '../contract.ts';
import { findFault, type Punch } from '../server/hours/sequence.ts';

const hourMs = 3_600_000;
const kinds: readonly PunchKind[] = ['clock_in', 'clock_out', 'break_start', 'break_end'];

/** Valid punch sequences from `start` on; invalid punches are left out, as the server does. */
export function validSequencesFrom(start: number): fc.Arbitrary<Punch[]> {
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    after: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 * hourMs }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 * 60_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 * hourMs }) },
    ),
  });
  return fc.array(step, { maxLength: 60, size: 'max' }).map((steps) => {
    const accepted: Punch[] = [];
    let at = start;
    for (const { kind, after } of steps) {
      at += after;
      if (findFault([...accepted, { kind, at }]) === null) accepted.push({ kind, at });
    }
    return accepted;
  });
}
