import {
  type CellProblem,
  type ImportContext,
  isAhead,
  type ParsedTime,
  parseTime,
  type SharedValue,
} from '../../../imports/server/public.ts';
import { isDone, type Status, statusNames } from '../../contract/status.ts';
import { statusOf } from './texts.ts';

export interface Times {
  status: Status;
  openedAt: Date;
  promisedAt: Date | null;
  closedAt: Date | null;
}

/** When an order was opened, promised and closed, and the status that follows. */
export function timesOf(
  shared: SharedValue,
  { timezone }: Pick<ImportContext, 'timezone'>,
  now: Date,
): { times: Times; problems: CellProblem[] } {
  const problems: CellProblem[] = [];
  const read = (field: string): ParsedTime | null => {
    const text = shared.cell(field);
    const parsed = text === '' ? null : parseTime(text, timezone);
    if (parsed && 'error' in parsed) problems.push({ field, error: parsed.error });
    return parsed && 'value' in parsed ? parsed.value : null;
  };
  const opened = read('openedAt');
  const promised = read('promisedAt');
  const closed = read('closedAt');
  if (shared.cell('openedAt') === '') problems.push({ field: 'openedAt', error: 'Required' });
  for (const [field, moment] of [
    ['openedAt', opened],
    ['closedAt', closed],
  ] as const) {
    if (moment && isAhead(moment, now))
      problems.push({ field, error: 'Must not be in the future' });
  }
  const status = statusIn(shared, closed, problems);
  const openedAt = notAfter(opened, closed ?? promised, now);
  const times = {
    status,
    openedAt,
    promisedAt: promised && notBefore(promised, openedAt, opened),
    closedAt: closed && isDone(status) ? notBefore(closed, openedAt, opened) : null,
  };
  for (const field of ['promisedAt', 'closedAt'] as const) {
    if (opened && (times[field] ?? openedAt) < openedAt)
      problems.push({ field, error: 'Must not be before the opened date' });
  }
  return { times, problems };
}

/** A date without a time is taken no later than other events of that day, and never in the future. */
function notAfter(opened: ParsedTime | null, later: ParsedTime | null, now: Date): Date {
  if (!opened) return now;
  if (opened.hasTime) return opened.at;
  const first = later && later.day === opened.day && later.at < opened.at ? later.at : opened.at;
  return first < now ? first : now;
}

const notBefore = (later: ParsedTime, openedAt: Date, opened: ParsedTime | null): Date =>
  !later.hasTime && later.day === opened?.day && later.at < openedAt ? openedAt : later.at;

function statusIn(shared: SharedValue, closed: ParsedTime | null, problems: CellProblem[]): Status {
  const text = shared.cell('status');
  const fallback = closed ? 'closed' : 'open';
  const status = text === '' ? fallback : statusOf(text);
  const add = (field: string, error: string) => problems.push({ field, error });
  if (status === undefined) add('status', 'Enter a status such as Closed');
  else if (isDone(status) && shared.cell('closedAt') === '')
    add('closedAt', `Required, because the repair order is ${statusNames[status].toLowerCase()}`);
  else if (!isDone(status) && closed)
    add(
      'status',
      `A repair order with a closed date cannot be ${statusNames[status].toLowerCase()}`,
    );
  return status ?? fallback;
}
