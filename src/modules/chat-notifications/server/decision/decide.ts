import { type DndReason, type DoNotDisturb, dndOf } from './dnd.ts';
import type { Facts } from './facts.ts';
import { isPersonal, type NotifyReason, notifyReasonOf } from './reason.ts';

/** Why a person is not notified of a message. */
export type Silence = 'own' | 'deleted' | 'not theirs' | 'muted' | 'unwanted' | 'seen';

export interface Notified {
  /** An entry in the notification center; required for everything else. */
  notice: true;
  sound: boolean;
  toast: boolean;
  /** Pushed to their devices, if it stays unread. */
  push: boolean;
  /** Emailed, if it stays unread for longer. */
  digest: boolean;
  /** No email before then; null: no restriction. */
  digestFrom: Date | null;
  why: NotifyReason;
  /** Why it does not interrupt. */
  heldBackBy: DndReason | 'late' | null;
  /** The do-not-disturb reason an urgent message overrode; logged by the caller. */
  overrode: DndReason | null;
}

interface NotNotified {
  notice: false;
  why: Silence;
}

export type NotificationDecision = Notified | NotNotified;

/** Whether and how a person is notified of a message. No one is notified unless a rule applies. */
export function decide(facts: Facts): NotificationDecision {
  if (facts.isAuthor) return silent('own');
  if (facts.isDeleted) return silent('deleted');
  if (!facts.canRead) return silent('not theirs');
  const why = notifyReasonOf(facts);
  if (!why) return silent(facts.preferences.isMuted ? 'muted' : 'unwanted');
  if (facts.isViewing || facts.hasRead) return silent('seen');
  return notified(facts, why, dndOf(facts));
}

const silent = (why: Silence): NotNotified => ({ notice: false, why });

function notified(
  { preferences, urgent, isLate }: Facts,
  why: NotifyReason,
  dnd: DoNotDisturb | null,
): Notified {
  const heldBackBy = (urgent ? null : dnd?.reason) ?? (isLate ? 'late' : null);
  const isPlain = why === 'message';
  const interrupts = heldBackBy === null;
  return {
    notice: true,
    sound: interrupts && preferences.sound,
    toast: interrupts && (!isPlain || urgent !== null),
    push: interrupts,
    // Plain channel messages and old messages are not emailed.
    digest: isPersonal(why) && !isLate,
    digestFrom: interrupts ? null : (dnd?.until ?? null),
    why,
    heldBackBy,
    overrode: urgent ? (dnd?.reason ?? null) : null,
  };
}
