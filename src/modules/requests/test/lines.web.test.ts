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

const linesFor = (me: number, ...events: HistoryEvent[]) =>
  linesOf(events, me).map(({ sentence, details }) => [sentence, ...details].join(' · '));

describe('the history reads', () => {
  test('as who did what, with the reader as you', () => {
    const events = [
      event('asked', ann),
      event('claimed', bob, bob),
      event('given', bob, eve),
      event('done', eve, eve),
      event('reopened', ann, eve),
      event('cancelled', ann, eve),
    ];
    expect(linesFor(2, ...events)).toEqual([
      'Ann Sales created the request · Part ETA',
      'You claimed it',
      'You reassigned it to Eve Office',
      'Eve Office completed it',
      'Ann Sales reopened it · Assigned to Eve Office',
      'Ann Sales canceled it',
    ]);
    expect(linesFor(3, ...events)[2]).toBe('Bob Parts reassigned it to you');
  });

  test('with previous and new assignees', () => {
    expect(
      linesFor(
        9,
        event('asked', ann, bob),
        event('given', ann, eve),
        event('released', eve),
        event('given', ann, bob),
        event('released', ann),
        event('reopened', ann),
      ),
    ).toEqual([
      'Ann Sales created the request · Part ETA · Assigned to Bob Parts',
      'Ann Sales reassigned it from Bob Parts to Eve Office',
      'Eve Office released it',
      'Ann Sales assigned it to Bob Parts',
      'Ann Sales unassigned Bob Parts',
      'Ann Sales reopened it · Unassigned',
    ]);
  });

  test('with what changed, and only that', () => {
    const dueAt = '2026-11-20T18:00:00.000Z';
    const lines = linesFor(
      9,
      event('asked', ann, null, { dueAt }),
      event('changed', ann, null, { dueAt, kind: 'other' }),
      event('changed', ann, null, { kind: 'other' }),
      event('changed', ann, null, { dueAt }),
    );
    expect(lines[0]).toMatch(/^Ann Sales created the request · Part ETA · Due /);
    expect(lines.slice(1)).toEqual([
      'Ann Sales changed the type · Request',
      'Ann Sales changed the due time · No due time',
      expect.stringMatching(/^Ann Sales changed the type and due time · Part ETA · Due /),
    ]);
  });

  test('with scheduled events', () => {
    expect(
      linesFor(9, event('asked', ann), event('overdue', null), event('escalated', null)),
    ).toEqual([
      'Ann Sales created the request · Part ETA',
      'It became overdue',
      'It was still overdue: managers were notified',
    ]);
  });
});
