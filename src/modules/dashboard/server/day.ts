import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { customerHref } from '../../customers/contract.ts';
import { getToday, isPlanned } from '../../customers/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { kindNames } from '../../requests/contract.ts';
import { listRequests } from '../../requests/server/public.ts';
import type { Day, DayItem } from '../contract.ts';
import { readOwnMonth } from './figures/own.ts';
import { periodOf } from './figures/period.ts';
import { canSeeRecords } from './policy.ts';

const atMost = 8;

/** One person’s own tasks, appointments and requests today, and their month to date. */
export async function getDay(db: Db<AnyTables>, actor: Actor): Promise<Day> {
  const [timezone, today, requests] = await Promise.all([
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
    requests: requests.map((request) => ({
      id: request.messageId,
      title: `${kindNames[request.kind]}: ${request.content}`,
      whose: request.askedByName,
      at: request.dueAt,
      isLate: isPast(request.dueAt, now),
      href: `/requests?id=${request.messageId}`,
    })),
    month: await readOwnMonth(db, actor, period),
    before: { from: period.days.beforeFrom, to: period.days.beforeTo },
  };
}

type Today = Awaited<ReturnType<typeof getToday>>;

const isPast = (at: string | null, now: number) => at !== null && Date.parse(at) < now;

const tasksOf = ({ tasks }: Today, now: number): DayItem[] =>
  tasks.slice(0, atMost).map(({ id, title, customerName, customerId, dueAt }) => ({
    id: String(id),
    title,
    whose: customerName,
    at: dueAt,
    isLate: isPast(dueAt, now),
    href: customerHref(customerId),
  }));

const appointmentsOf = ({ appointments }: Today, now: number): DayItem[] =>
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
