import { createHmac, randomBytes } from 'node:crypto';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Act, recordActivity, userSubject } from '../../../activity/server/public.ts';
import type { PersonRow } from '../../../people/server/public.ts';

/** The most different entries logged separately in a minute; more are only counted. */
const maxPerMinute = 120;
const soonMs = 500;
const crowdedMs = 30_000;

interface Failure {
  /** As returned by `normalizeName`. */
  name: string;
  person: PersonRow | null;
  ip: string;
}

interface Counted {
  act: Act;
  attempts: number;
}

export interface FailureLog {
  /** The name or the password was wrong. */
  refused(failure: Failure): void;
  /** Too many failures; the password was not checked. */
  blocked(failure: Failure): void;
}

/**
 * Logs failed sign-ins in the activity log. They are collected and written a moment later, whether the name
 * exists or not, so that timing reveals nothing; a flood is counted instead of filling the log.
 */
export function createFailureLog({ db, log }: Pick<Platform, 'db' | 'log'>): FailureLog {
  // People type passwords into the wrong field. The key exists only in this process, so the typed text
  // cannot be recovered, but the same name still has the same id.
  const key = randomBytes(32);
  const waiting = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let minute = 0;
  let distinctEntries = 0;

  function write(): void {
    timer = undefined;
    const acts = [...waiting.values()].map(({ act, attempts }) =>
      attempts === 1 ? act : { ...act, after: { attempts } },
    );
    waiting.clear();
    recordActivity(db, ...acts).catch((err) => log.warn({ err }, 'Failed to log failed sign-ins'));
  }

  function subjectOf({ name, person }: Failure, isCrowded: boolean): Act['subject'] {
    if (person) return userSubject(person);
    const type = 'sign_in';
    if (isCrowded) return { type, id: null, name: 'Unknown names' };
    const id = createHmac('sha256', key).update(name).digest('hex').slice(0, 16);
    return { type, id, name: 'Unknown name' };
  }

  function note(action: Act['action'], failure: Failure): void {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) distinctEntries = 0;
    minute = now;
    const isCrowded = distinctEntries >= maxPerMinute;
    const subject = subjectOf(failure, isCrowded);
    const ip = isCrowded ? '' : failure.ip;
    const entryKey = `${action} ${subject.type} ${subject.id} ${ip}`;
    const existing = waiting.get(entryKey);
    if (existing) {
      existing.attempts += 1;
      return;
    }
    distinctEntries += 1;
    waiting.set(entryKey, { act: { actor: null, action, subject, ip }, attempts: 1 });
    if (!timer) timer = setTimeout(write, isCrowded ? crowdedMs : soonMs).unref();
  }

  return {
    refused: (failure) => note('session.refused', failure),
    blocked: (failure) => note('session.blocked', failure),
  };
}
