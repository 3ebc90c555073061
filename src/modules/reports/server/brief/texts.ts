import type { Store } from '../../../../platform/contract/access.ts';
import { shortDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, type CalendarDate, weekdayOf } from '../../../../platform/contract/wallTime.ts';
import { weekdayNames } from '../../contract/period.ts';
import { formatTime } from '../mailing/format.ts';
import type { Morning, When } from './read.ts';

interface BriefFigures {
  store: Store;
  when: When;
  morning: Morning;
  /** Monthly units: the target and the projection. */
  target: number | null;
  pace: number | null;
  publicUrl: string;
}

const timesAtMost = 3;

/** The morning post in Markdown, one line per topic with something to report. */
export function briefOf({ store, when, morning, target, pace, publicUrl }: BriefFigures): string {
  const link = (text: string, href: string) => `[${text}](${publicUrl}${href})`;
  const news = [happened(morning, when), monthSoFar(morning, target, pace)];
  const waiting = [
    ...appointments(morning, when),
    morning.toDeliver > 0 &&
      link(`${things(morning.toDeliver, 'vehicle')} to deliver`, `/customers/deals?store=${store}`),
    morning.leads > 0 &&
      `${link(
        `${things(morning.leads, 'lead')} with no response`,
        `/customers/leads?view=list&clock=running&store=${store}`,
      )}${ofThem(morning.lateLeads, morning.leads, 'overdue')}`,
    morning.requests > 0 &&
      `${link(things(morning.requests, 'open request'), '/requests')}${ofThem(morning.overdue, morning.requests, 'overdue')}`,
    morning.lateOrders > 0 &&
      link(
        `${things(morning.lateOrders, 'repair order')} past the promised time`,
        `/customers/repair-orders?scope=late&store=${store}`,
      ),
    morning.slowVehicles > 0 &&
      link(
        `${things(morning.slowVehicles, 'vehicle')} over ${morning.slowVehicles === 1 ? 'its' : 'their'} recon stage limit`,
        `/fleet?view=recon&store=${store}`,
      ),
    crossing(morning, (text) => link(text, `/fleet?store=${store}`)),
    morning.lateOutings > 0 &&
      link(`${things(morning.lateOutings, 'checked-out vehicle')} overdue`, '/fleet?view=out'),
  ].filter((line) => line !== false && line !== null);
  const rest = waiting.length > 0 ? waiting : ['No open items this morning.'];
  const lines = [...news.filter((line) => line !== null), ...rest];
  return [heading(store, when.today), '', ...lines.map((line) => `- ${line}`)].join('\n');
}

const heading = (store: Store, today: CalendarDate) =>
  `**${storeNames[store]} this morning** · ${weekdayNames[weekdayOf(today)]}, ${shortDay(today)}`;

function happened({ delivered, closed }: Morning, { since, today }: When): string | null {
  const parts = [
    delivered > 0 && `${things(delivered, 'vehicle')} delivered`,
    closed > 0 && `${things(closed, 'repair order')} closed`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const from =
    since === addDays(today, -1) ? 'Yesterday' : `Since ${weekdayNames[weekdayOf(since)]}`;
  return `${from}: ${parts.join(', ')}`;
}

function monthSoFar({ units }: Morning, target: number | null, pace: number | null): string | null {
  if (units === 0 && target === null) return null;
  const delivered = `This month: ${things(units, 'vehicle')} delivered`;
  if (target === null) return delivered;
  return `${delivered}, target ${wholeNumber.format(target)}${pace === null ? '' : `, on pace for ${wholeNumber.format(pace)}`}`;
}

function* appointments({ sales, service }: Morning, { timezone }: When): Generator<string> {
  for (const [kind, times] of [
    ['sales', sales],
    ['service', service],
  ] as const) {
    if (times.length === 0) continue;
    const first = times.slice(0, timesAtMost).map((at) => formatTime(timezone, at));
    const more = times.length > timesAtMost ? ', …' : '';
    yield `${things(times.length, `${kind} appointment`)} today: ${first.join(', ')}${more}`;
  }
}

function crossing({ reach60, reach90 }: Morning, link: (text: string) => string): string | null {
  const marks = [
    { count: reach60, mark: 60 },
    { count: reach90, mark: 90 },
  ];
  const parts = marks
    .filter(({ count }) => count > 0)
    .map(
      ({ count, mark }) =>
        `${things(count, 'vehicle')} ${count === 1 ? 'reaches' : 'reach'} ${mark}`,
    );
  return parts.length === 0 ? null : link(`${parts.join(', ')} days in stock within a week`);
}

function ofThem(count: number, all: number, what: string): string {
  if (count === 0) return '';
  if (count < all) return `, ${wholeNumber.format(count)} ${what}`;
  return all === 1 ? `, ${what}` : `, all ${what}`;
}

const wholeNumber = new Intl.NumberFormat('en-US');
const things = (count: number, noun: string) =>
  `${wholeNumber.format(count)} ${noun}${count === 1 ? '' : 's'}`;
