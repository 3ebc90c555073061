import { type FileRow, type Moment, momentOf } from '../../../../imports/server/public.ts';
import { type Status, statusNames } from '../../../contract/status.ts';
import { statusOf } from './texts.ts';

interface Wrong {
  field: string;
  error: string;
}

export interface Times {
  status: Status;
  openedAt: Date;
  signedOn: string | null;
  deliveredOn: string | null;
  fundedOn: string | null;
  steps: { from: Status; to: Status; at: Date }[];
}

const stages = [
  { field: 'signedOn', status: 'signed' },
  { field: 'deliveredOn', status: 'delivered' },
  { field: 'fundedOn', status: 'funded' },
] as const;

/** When a deal was written, signed, delivered and funded, and what that makes of it. */
export function timesOf(
  { cell }: FileRow,
  timezone: string,
  now: Date,
): { times: Times; problems: Wrong[] } {
  const problems: Wrong[] = [];
  const wrong = (field: string, error: string) => problems.push({ field, error });
  const read = (field: string): Moment | null => {
    const text = cell(field);
    const told = text === '' ? null : momentOf(text, timezone);
    if (told && 'error' in told) wrong(field, told.error);
    if (!told || 'error' in told) return null;
    if (isAhead(told.value, now)) wrong(field, 'Lies in the future');
    return told.value;
  };
  const opened = read('openedAt');
  const reached = stages.map(({ field, status }) => ({ field, status, moment: read(field) }));
  const isCanceled = statusOf(cell('status')) === 'canceled';
  let last: { field: string; moment: Moment } | null = opened && {
    field: 'openedAt',
    moment: opened,
  };
  let gap: string | null = null;
  let status: Status = 'open';
  const steps: Times['steps'] = [];
  for (const { field, status: next, moment } of reached) {
    if (!moment) {
      if (cell(field) === '') gap ??= field;
      continue;
    }
    if (gap) wrong(gap, `Required, as it was ${statusNames[next].toLowerCase()}`);
    if (last && moment.day < last.moment.day) wrong(field, 'Lies before what came first');
    steps.push({ from: status, to: next, at: moment.at });
    [last, status] = [{ field, moment }, next];
  }
  const first = opened ?? reached.find(({ moment }) => moment)?.moment;
  if (!first && cell('openedAt') === '') wrong('openedAt', 'Required, unless the deal was signed');
  checkStatus(cell('status'), status, wrong);
  const day = (at: number) => (isCanceled ? null : (reached[at]?.moment?.day ?? null));
  const openedAt = earliest(first?.at ?? now, steps, now);
  return {
    problems,
    times: {
      ...{ status: isCanceled ? 'canceled' : status, openedAt },
      ...{ signedOn: day(0), deliveredOn: day(1), fundedOn: day(2) },
      steps: isCanceled
        ? [...steps, { from: status, to: 'canceled', at: steps.at(-1)?.at ?? openedAt }]
        : steps,
    },
  };
}

/** A day without an hour is today until it is over. */
const isAhead = ({ at, hasTime }: Moment, now: Date) =>
  at.getTime() - (hasTime ? 0 : 12 * 3_600_000) > now.getTime();

const earliest = (opened: Date, steps: Times['steps'], now: Date) =>
  new Date(Math.min(opened.getTime(), now.getTime(), ...steps.map(({ at }) => at.getTime())));

function checkStatus(text: string, status: Status, wrong: (field: string, error: string) => void) {
  if (text === '') return;
  const told = statusOf(text);
  if (told === undefined) wrong('status', 'Please enter a status such as delivered');
  else if (told !== status && told !== 'canceled')
    wrong('status', `By its dates the deal is ${statusNames[status].toLowerCase()}`);
}
