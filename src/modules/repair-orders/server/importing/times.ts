import {
  type ImportContext,
  type Moment,
  momentOf,
  type SharedValue,
} from '../../../imports/server/public.ts';
import { isDone, type Status, statusNames } from '../../contract/status.ts';
import { statusOf } from './texts.ts';

interface Wrong {
  field: string;
  error: string;
}

export interface Times {
  status: Status;
  openedAt: Date;
  promisedAt: Date | null;
  closedAt: Date | null;
}

/** When an order was opened, promised and closed, and what that makes of it. */
export function timesOf(
  said: SharedValue,
  { timezone }: Pick<ImportContext, 'timezone'>,
  now: Date,
): { times: Times; problems: Wrong[] } {
  const problems: Wrong[] = [];
  const read = (field: string): Moment | null => {
    const text = said.cell(field);
    const told = text === '' ? null : momentOf(text, timezone);
    if (told && 'error' in told) problems.push({ field, error: told.error });
    return told && 'value' in told ? told.value : null;
  };
  const [opened, promised, closed] = [read('openedAt'), read('promisedAt'), read('closedAt')];
  if (said.cell('openedAt') === '') problems.push({ field: 'openedAt', error: 'Required' });
  for (const [field, moment] of [
    ['openedAt', opened],
    ['closedAt', closed],
  ] as const) {
    if (moment && isAhead(moment, now)) problems.push({ field, error: 'Lies in the future' });
  }
  const status = statusIn(said, closed, problems);
  const openedAt = notAfter(opened, closed ?? promised, now);
  const times = {
    status,
    openedAt,
    promisedAt: promised && notBefore(promised, openedAt, opened),
    closedAt: closed && isDone(status) ? notBefore(closed, openedAt, opened) : null,
  };
  for (const field of ['promisedAt', 'closedAt'] as const) {
    if (opened && (times[field] ?? openedAt) < openedAt)
      problems.push({ field, error: 'Lies before the order was opened' });
  }
  return { times, problems };
}

/** A day without an hour is today until it is over. */
const isAhead = ({ at, hasTime }: Moment, now: Date) =>
  at.getTime() - (hasTime ? 0 : 12 * 3_600_000) > now.getTime();

/** Without an hour a day began no later than what else happened on it, and not in the future. */
function notAfter(opened: Moment | null, later: Moment | null, now: Date): Date {
  if (!opened) return now;
  if (opened.hasTime) return opened.at;
  const first = later && later.day === opened.day && later.at < opened.at ? later.at : opened.at;
  return first < now ? first : now;
}

const notBefore = (later: Moment, openedAt: Date, opened: Moment | null): Date =>
  !later.hasTime && later.day === opened?.day && later.at < openedAt ? openedAt : later.at;

function statusIn(said: SharedValue, closed: Moment | null, problems: Wrong[]): Status {
  const text = said.cell('status');
  const fallback = closed ? 'closed' : 'open';
  const status = text === '' ? fallback : statusOf(text);
  const wrong = (field: string, error: string) => problems.push({ field, error });
  if (status === undefined) wrong('status', 'Please enter a status such as closed');
  else if (isDone(status) && said.cell('closedAt') === '')
    wrong('closedAt', `Required, as the order is ${statusNames[status].toLowerCase()}`);
  else if (!isDone(status) && closed)
    wrong('status', `An order that was closed is not ${statusNames[status].toLowerCase()}`);
  return status ?? fallback;
}
