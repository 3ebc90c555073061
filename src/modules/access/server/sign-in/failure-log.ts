import { createHmac, randomBytes } from 'node:crypto';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Act, recordActivity, userSubject } from '../../../activity/server/public.ts';
import type { PersonRow } from '../../../people/server/public.ts';

/** So many different ones are told apart in a minute; what comes beyond them is only counted. */
const mostPerMinute = 120;
const soonMs = 500;
const crowdedMs = 30_000;

interface Failure {
  /** As `normalizeName` answers it. */
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
  /** There were too many failures, and the password was not even looked at. */
  blocked(failure: Failure): void;
}

/**
 * Keeps failed sign-ins in the activity log. They are gathered and written a moment later, the same for
 * names that exist and names that do not, so that no answer takes longer because of it; and a flood is
 * counted instead of filling the log.
 */
export function createFailureLog({ db, log }: Pick<Platform, 'db' | 'log'>): FailureLog {
  // People type passwords into the wrong field. Under a key that dies with the process nobody can find out
  // later what was typed, but the same name still reads the same.
  const key = randomBytes(32);
  const waiting = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let minute = 0;
  let toldApart = 0;

  function write(): void {
    timer = undefined;
    const acts = [...waiting.values()].map(({ act, attempts }) =>
      attempts === 1 ? act : { ...act, after: { attempts } },
    );
    waiting.clear();
    recordActivity(db, ...acts).catch((err) =>
      log.warn({ err }, 'Failed sign-ins were not recorded'),
    );
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
    if (now !== minute) toldApart = 0;
    minute = now;
    const isCrowded = toldApart >= mostPerMinute;
    const subject = subjectOf(failure, isCrowded);
    const ip = isCrowded ? '' : failure.ip;
    const place = `${action} ${subject.type} ${subject.id} ${ip}`;
    const known = waiting.get(place);
    if (known) {
      known.attempts += 1;
      return;
    }
    toldApart += 1;
    waiting.set(place, { act: { actor: null, action, subject, ip }, attempts: 1 });
    if (!timer) timer = setTimeout(write, isCrowded ? crowdedMs : soonMs).unref();
  }

  return {
    refused: (failure) => note('session.refused', failure),
    blocked: (failure) => note('session.blocked', failure),
  };
}
