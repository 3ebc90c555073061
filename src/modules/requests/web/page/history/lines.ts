import { weekdayTime } from '../../../../../platform/web/time/moments.ts';
import type { HistoryEvent } from '../../../contract/history.ts';
import { kindNames } from '../../../contract.ts';

/** An event of the history, as text. */
export interface Line {
  id: number;
  at: string;
  act: HistoryEvent['act'];
  sentence: string;
  /** What the event changed. */
  details: string[];
}

/** The history as text, oldest first, with the reader `me` as "you". */
export function linesOf(events: readonly HistoryEvent[], me: number): Line[] {
  return events.map((event, index) => {
    const before = events[index - 1];
    return {
      id: event.id,
      at: event.at,
      act: event.act,
      sentence: sentenceOf(event, before, me),
      details: detailsOf(event, before, me),
    };
  });
}

const nameFor = (id: number | null, name: string | null, me: number) =>
  id === me ? 'you' : (name ?? 'no one');

function sentenceOf(event: HistoryEvent, before: HistoryEvent | undefined, me: number): string {
  const actor = event.actorId === me ? 'You' : (event.actorName ?? '');
  const owner = nameFor(event.ownerId, event.ownerName, me);
  const previous = before?.ownerId ?? null;
  const isOwn = previous !== null && previous === event.actorId;
  const previousOwner = nameFor(previous, before?.ownerName ?? null, me);
  switch (event.act) {
    case 'asked':
      return `${actor} created the request`;
    case 'claimed':
      return `${actor} claimed it`;
    case 'given':
      if (previous === null) return `${actor} assigned it to ${owner}`;
      return isOwn
        ? `${actor} reassigned it to ${owner}`
        : `${actor} reassigned it from ${previousOwner} to ${owner}`;
    case 'released':
      return isOwn || previous === null
        ? `${actor} released it`
        : `${actor} unassigned ${previousOwner}`;
    case 'changed':
      return `${actor} changed ${describeChange(event, before)}`;
    case 'done':
      return `${actor} completed it`;
    case 'cancelled':
      return `${actor} canceled it`;
    case 'reopened':
      return `${actor} reopened it`;
    case 'overdue':
      return 'It became overdue';
    case 'escalated':
      return 'It was still overdue: managers were notified';
  }
}

function describeChange(event: HistoryEvent, before: HistoryEvent | undefined): string {
  const kind = before?.kind !== event.kind;
  const due = before?.dueAt !== event.dueAt;
  if (kind && due) return 'the type and due time';
  return kind ? 'the type' : 'the due time';
}

function detailsOf(event: HistoryEvent, before: HistoryEvent | undefined, me: number): string[] {
  const isFirst = before === undefined;
  const details: string[] = [];
  if (isFirst || before.kind !== event.kind) details.push(kindNames[event.kind]);
  if (isFirst ? event.dueAt !== null : before.dueAt !== event.dueAt) {
    details.push(event.dueAt === null ? 'No due time' : `Due ${weekdayTime(event.dueAt)}`);
  }
  const isAssignedAtStart = isFirst && event.ownerId !== null;
  if (isAssignedAtStart) details.push(`Assigned to ${nameFor(event.ownerId, event.ownerName, me)}`);
  if (event.act === 'reopened') {
    details.push(
      event.ownerId === null
        ? 'Unassigned'
        : `Assigned to ${nameFor(event.ownerId, event.ownerName, me)}`,
    );
  }
  return details;
}
