import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { customerHref } from '../../customers/contract.ts';
import { getToday, isPlanned } from '../../customers/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { kindNames } from '../../requests/contract.ts';
import { listRequests } from '../../requests/server/public.ts';
import type { Day, Errand } from '../contract.ts';
import { readOwnMonth } from './figures/own.ts';
import { periodOf } from './figures/period.ts';
import { canSeeRecords } from './policy.ts';

const atMost = 8;

/** What one person has before them today, and what their month came to; nobody else’s. */
export async function getDay(db: Db<AnyTables>, actor: Actor): Promise<Day> {
  const [timezone, today, asked] = await Promise.all([
    getTimezone(db),
    canSeeRecords(actor) ? getToday(db, actor) : null,
    listRequests(db, actor, { queue: 'mine', limit: atMost }),
  ]);
  const now = Date.now();
  const period = periodOf(timezone, now);
  return {
    timezone,
    tasks: today && tasksOf(today, now),
    appointments: today && appointmentsOf(today, now),
    requests: asked.map((one) => ({
      id: one.messageId,
      title: `${kindNames[one.kind]}: ${one.content}`,
      whose: one.askedByName,
      at: one.dueAt,
      isLate: isPast(one.dueAt, now),
      href: `/requests?id=${one.messageId}`,
    })),
    month: await readOwnMonth(db, actor, period),
    before: { from: period.days.beforeFrom, to: period.days.beforeTo },
  };
}

type Today = Awaited<ReturnType<typeof getToday>>;

const isPast = (at: string | null, now: number) => at !== null && Date.parse(at) < now;

const tasksOf = ({ tasks }: Today, now: number): Errand[] =>
  tasks.slice(0, atMost).map(({ id, title, customerName, customerId, dueAt }) => ({
    id: String(id),
    title,
    whose: customerName,
    at: dueAt,
    isLate: isPast(dueAt, now),
    href: customerHref(customerId),
  }));

/** Those that are still to come about. */
const appointmentsOf = ({ appointments }: Today, now: number): Errand[] =>
  appointments
    .filter(isPlanned)
    .slice(0, atMost)
    .map(({ id, kind, customerName, customerId, startsAt }) => ({
      id: String(id),
      title: kind === 'sales' ? 'Sales appointment' : 'Service appointment',
      whose: customerName,
      at: startsAt,
      isLate: isPast(startsAt, now),
      href: customerHref(customerId),
    }));
