import type { Denial } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Act, recordActivity } from './record.ts';

/** Of one person so many different calls are told apart within a window. */
const mostCalls = 20;
const windowMs = 10 * 60_000;

interface Counted {
  act: Act;
  /** Since the entry that was written last. */
  further: number;
}

/**
 * Keeps what people tried without the permission for it. The first time is written at once; repetitions are
 * counted and written every ten minutes, so that nobody fills the log by asking again and again.
 */
export function keepDenials({ db, log, routes }: Pick<Platform, 'db' | 'log' | 'routes'>): void {
  const people = new Map<number, Map<string, Counted>>();
  const write = (...acts: Act[]) =>
    recordActivity(db, ...acts).catch((err) => log.warn({ err }, 'Denials were not recorded'));

  routes.onDenied((denial) => {
    const calls = people.get(denial.actor.userId) ?? new Map<string, Counted>();
    people.set(denial.actor.userId, calls);
    const { method, path } = denial.endpoint;
    const call =
      calls.has(`${method} ${path}`) || calls.size < mostCalls ? `${method} ${path}` : '';
    const known = calls.get(call);
    if (known) {
      known.further += 1;
      return;
    }
    const act = actOf(denial, call || 'Many different calls');
    calls.set(call, { act, further: 0 });
    void write(act);
  });

  setInterval(() => {
    const repeated = [...people.values()].flatMap((calls) =>
      [...calls.values()].filter(({ further }) => further > 0),
    );
    people.clear();
    void write(...repeated.map(({ act, further }) => ({ ...act, after: { attempts: further } })));
  }, windowMs).unref();
}

/** The call as it is declared: its address may hold what somebody searched for. */
const actOf = ({ actor, ip }: Denial, name: string): Act => ({
  actor,
  action: 'access.denied',
  subject: { type: 'call', id: null, name },
  ip,
});
