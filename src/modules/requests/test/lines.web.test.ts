import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '../contract/history.ts';
import { linesOf } from '../web/page/history/lines.ts';

const [ann, bob, eve] = [
  [1, 'Ann Sales'],
  [2, 'Bob Parts'],
  [3, 'Eve Office'],
] as const;
type Person = readonly [number, string];

let nextId = 0;
function event(
  act: HistoryEvent['act'],
  by: Person | null,
  owner: Person | null = null,
  more: Partial<HistoryEvent> = {},
): HistoryEvent {
  nextId += 1;
  return {
    id: nextId,
    at: '2026-11-20T16:00:00.000Z',
    act,
    actorId: by?.[0] ?? null,
    actorName: by?.[1] ?? null,
    ownerId: owner?.[0] ?? null,
    ownerName: owner?.[1] ?? null,
    kind: 'part_eta',
    dueAt: null,
    ...more,
  };
}

const told = (me: number, ...events: HistoryEvent[]) =>
  linesOf(events, me).map(({ sentence, details }) => [sentence, ...details].join(' · '));

describe('the story is told', () => {
  test('as who did what, oneself as you', () => {
    const events = [
      event('asked', ann),
      event('claimed', bob, bob),
      event('given', bob, eve),
      event('done', eve, eve),
      event('reopened', ann, eve),
      event('cancelled', ann, eve),
    ];
    expect(told(2, ...events)).toEqual([
      'Ann Sales asked for it · Part ETA',
      'You claimed it',
      'You handed it over to Eve Office',
      'Eve Office finished it',
      'Ann Sales reopened it · With Eve Office',
      'Ann Sales cancelled it',
    ]);
    expect(told(3, ...events)[2]).toBe('Bob Parts handed it over to you');
  });

  test('with who gave it away and who took it from whom', () => {
    expect(
      told(
        9,
        event('asked', ann, bob),
        event('given', ann, eve),
        event('released', eve),
        event('given', ann, bob),
        event('released', ann),
        event('reopened', ann),
      ),
    ).toEqual([
      'Ann Sales asked for it · Part ETA · For Bob Parts',
      'Ann Sales took it from Bob Parts and gave it to Eve Office',
      'Eve Office let go of it',
      'Ann Sales gave it to Bob Parts',
      'Ann Sales took it from Bob Parts',
      'Ann Sales reopened it · Nobody has it',
    ]);
  });

  test('with what changed, and only that', () => {
    const dueAt = '2026-11-20T18:00:00.000Z';
    const lines = told(
      9,
      event('asked', ann, null, { dueAt }),
      event('changed', ann, null, { dueAt, kind: 'other' }),
      event('changed', ann, null, { kind: 'other' }),
      event('changed', ann, null, { dueAt }),
    );
    expect(lines[0]).toMatch(/^Ann Sales asked for it · Part ETA · Due /);
    expect(lines.slice(1)).toEqual([
      'Ann Sales changed what is asked for · Request',
      'Ann Sales changed the time · No time any more',
      expect.stringMatching(/^Ann Sales changed what is asked for, and the time · Part ETA · Due /),
    ]);
  });

  test('also of what nobody did', () => {
    expect(told(9, event('asked', ann), event('overdue', null), event('escalated', null))).toEqual([
      'Ann Sales asked for it · Part ETA',
      'It was overdue',
      'It was still overdue: managers were told',
    ]);
  });
});
