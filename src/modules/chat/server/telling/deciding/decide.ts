import { type DndReason, type DoNotDisturb, dndOf } from './dnd.ts';
import type { Facts } from './facts.ts';
import { isPersonal, type NotifyReason, notifyReasonOf } from './reason.ts';

/** Why nobody tells a person of a message. */
export type Silence = 'own' | 'deleted' | 'not theirs' | 'muted' | 'unwanted' | 'seen';

export interface Notified {
  /** An entry in the notification center; without it nothing else. */
  notice: true;
  sound: boolean;
  toast: boolean;
  /** To their devices, if it stays unread. */
  push: boolean;
  /** By mail, if it stays unread for longer. */
  digest: boolean;
  /** Before then no mail; null: as always. */
  digestFrom: Date | null;
  why: NotifyReason;
  /** Why it waits for them without interrupting. */
  heldBackBy: DndReason | 'late' | null;
  /** What an urgent message did not wait for; whoever stores it logs that. */
  overrode: DndReason | null;
}

export interface NotNotified {
  notice: false;
  why: Silence;
}

export type Decision = Notified | NotNotified;

/** Whether and how a person is told of a message. Nobody is told of anything unless a rule says so. */
export function decide(facts: Facts): Decision {
  if (facts.isAuthor) return silent('own');
  if (facts.isDeleted) return silent('deleted');
  if (!facts.canRead) return silent('not theirs');
  const why = notifyReasonOf(facts);
  if (!why) return silent(facts.wishes.isMuted ? 'muted' : 'unwanted');
  if (facts.isLooking || facts.hasRead) return silent('seen');
  return notified(facts, why, dndOf(facts));
}

const silent = (why: Silence): NotNotified => ({ notice: false, why });

function notified(
  { wishes, urgent, isLate }: Facts,
  why: NotifyReason,
  hush: DoNotDisturb | null,
): Notified {
  const heldBackBy = (urgent ? null : hush?.reason) ?? (isLate ? 'late' : null);
  const isPlain = why === 'message';
  const interrupts = heldBackBy === null;
  return {
    notice: true,
    sound: interrupts && wishes.sound,
    toast: interrupts && (!isPlain || urgent !== null),
    push: interrupts,
    // What was said to nobody in particular fills no mailbox, and what is long past fills none either.
    digest: isPersonal(why) && !isLate,
    digestFrom: interrupts ? null : (hush?.until ?? null),
    why,
    heldBackBy,
    overrode: urgent ? (hush?.reason ?? null) : null,
  };
}
