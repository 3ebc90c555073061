import { weekdayTime } from '../../../../../platform/web/time/moments.ts';
import type { HistoryEvent } from '../../../contract/history.ts';
import { kindNames } from '../../../contract.ts';

/** A step of the story, in words. */
export interface Line {
  id: number;
  at: string;
  act: HistoryEvent['act'];
  sentence: string;
  /** How it stood from then on, as far as that is news. */
  details: string[];
}

/** The story, oldest first, as `me` is told it. */
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

const someone = (id: number | null, name: string | null, me: number) =>
  id === me ? 'you' : (name ?? 'nobody');

function sentenceOf(event: HistoryEvent, before: HistoryEvent | undefined, me: number): string {
  const who = event.actorId === me ? 'You' : (event.actorName ?? '');
  const owner = someone(event.ownerId, event.ownerName, me);
  const previous = before?.ownerId ?? null;
  const isOwn = previous !== null && previous === event.actorId;
  const last = someone(previous, before?.ownerName ?? null, me);
  switch (event.act) {
    case 'asked':
      return `${who} asked for it`;
    case 'claimed':
      return `${who} claimed it`;
    case 'given':
      if (previous === null) return `${who} gave it to ${owner}`;
      return isOwn
        ? `${who} handed it over to ${owner}`
        : `${who} took it from ${last} and gave it to ${owner}`;
    case 'released':
      return isOwn || previous === null ? `${who} let go of it` : `${who} took it from ${last}`;
    case 'changed':
      return `${who} changed ${describeChange(event, before)}`;
    case 'done':
      return `${who} finished it`;
    case 'cancelled':
      return `${who} cancelled it`;
    case 'reopened':
      return `${who} reopened it`;
    case 'overdue':
      return 'It was overdue';
    case 'escalated':
      return 'It was still overdue: managers were told';
  }
}

function describeChange(event: HistoryEvent, before: HistoryEvent | undefined): string {
  const kind = before?.kind !== event.kind;
  const due = before?.dueAt !== event.dueAt;
  if (kind && due) return 'what is asked for, and the time';
  return kind ? 'what is asked for' : 'the time';
}

function detailsOf(event: HistoryEvent, before: HistoryEvent | undefined, me: number): string[] {
  const isFirst = before === undefined;
  const details: string[] = [];
  if (isFirst || before.kind !== event.kind) details.push(kindNames[event.kind]);
  if (isFirst ? event.dueAt !== null : before.dueAt !== event.dueAt) {
    details.push(event.dueAt === null ? 'No time any more' : `Due ${weekdayTime(event.dueAt)}`);
  }
  const isGivenAtOnce = isFirst && event.ownerId !== null;
  if (isGivenAtOnce) details.push(`For ${someone(event.ownerId, event.ownerName, me)}`);
  if (event.act === 'reopened') {
    details.push(
      event.ownerId === null
        ? 'Nobody has it'
        : `With ${someone(event.ownerId, event.ownerName, me)}`,
    );
  }
  return details;
}
