import type { Denial } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Act, recordActivity } from './record.ts';

/** The most different calls of one person that are listed separately within a window. */
const mostCalls = 20;
const windowMs = 10 * 60_000;

interface Counted {
  act: Act;
  /** Repetitions since the last entry. */
  further: number;
}

/**
 * Logs attempts without permission. The first is written immediately; repetitions are counted and written
 * every ten minutes, so that no one can flood the log.
 */
export function logDenials({ db, log, routes, background }: Platform): void {
  const people = new Map<number, Map<string, Counted>>();
  const write = (...acts: Act[]) =>
    recordActivity(db, ...acts).catch((err) => log.warn({ err }, 'Denials were not recorded'));

  routes.onDenied((denial) => {
    const calls = people.get(denial.actor.userId) ?? new Map<string, Counted>();
    people.set(denial.actor.userId, calls);
    const { method, path } = denial.endpoint;
    const call =
      calls.has(`${method} ${path}`) || calls.size < mostCalls ? `${method} ${path}` : '';
    const existing = calls.get(call);
    if (existing) {
      existing.further += 1;
      return;
    }
    const act = actOf(denial, call || 'Many different calls');
    calls.set(call, { act, further: 0 });
    void background.run(() => write(act));
  });

  background.repeat(windowMs, () => {
    const repeated = [...people.values()].flatMap((calls) =>
      [...calls.values()].filter(({ further }) => further > 0),
    );
    people.clear();
    return write(...repeated.map(({ act, further }) => ({ ...act, after: { attempts: further } })));
  });
}

/** The declared path: the requested URL may contain a search term. */
const actOf = ({ actor, ip }: Denial, name: string): Act => ({
  actor,
  action: 'access.denied',
  subject: { type: 'call', id: null, name },
  ip,
});
