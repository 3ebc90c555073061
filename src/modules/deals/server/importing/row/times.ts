import {
  type CellProblem,
  type FileRow,
  isAhead,
  type ParsedTime,
  parseTime,
} from '../../../../imports/server/public.ts';
import { type Status, statusNames } from '../../../contract/status.ts';
import { statusOf } from './texts.ts';

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

/** Reads the dates of a deal and derives its status and status changes. */
export function timesOf(
  { cell }: FileRow,
  timezone: string,
  now: Date,
): { times: Times; problems: CellProblem[] } {
  const problems: CellProblem[] = [];
  const addProblem = (field: string, error: string) => problems.push({ field, error });
  const read = (field: string): ParsedTime | null => {
    const text = cell(field);
    const parsed = text === '' ? null : parseTime(text, timezone);
    if (parsed && 'error' in parsed) addProblem(field, parsed.error);
    if (!parsed || 'error' in parsed) return null;
    if (isAhead(parsed.value, now)) addProblem(field, 'Can’t be in the future');
    return parsed.value;
  };
  const opened = read('openedAt');
  const reached = stages.map(({ field, status }) => ({ field, status, moment: read(field) }));
  const isCanceled = statusOf(cell('status')) === 'canceled';
  let last: { field: string; moment: ParsedTime } | null = opened && {
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
    if (gap) addProblem(gap, `Required because the deal was ${statusNames[next].toLowerCase()}`);
    if (last && moment.day < last.moment.day)
      addProblem(field, 'Can’t be before the previous date');
    steps.push({ from: status, to: next, at: moment.at });
    last = { field, moment };
    status = next;
  }
  const first = opened ?? reached.find(({ moment }) => moment)?.moment;
  if (!first && cell('openedAt') === '')
    addProblem('openedAt', 'Required unless the deal was signed');
  checkStatus(cell('status'), status, addProblem);
  const day = (at: number) => (isCanceled ? null : (reached[at]?.moment?.day ?? null));
  const openedAt = earliest(first?.at ?? now, steps, now);
  return {
    problems,
    times: {
      status: isCanceled ? 'canceled' : status,
      openedAt,
      signedOn: day(0),
      deliveredOn: day(1),
      fundedOn: day(2),
      steps: isCanceled
        ? [...steps, { from: status, to: 'canceled', at: steps.at(-1)?.at ?? openedAt }]
        : steps,
    },
  };
}

const earliest = (opened: Date, steps: Times['steps'], now: Date) =>
  new Date(Math.min(opened.getTime(), now.getTime(), ...steps.map(({ at }) => at.getTime())));

function checkStatus(
  text: string,
  status: Status,
  addProblem: (field: string, error: string) => void,
) {
  if (text === '') return;
  const stated = statusOf(text);
  if (stated === undefined) addProblem('status', 'Enter a status such as delivered');
  else if (stated !== status && stated !== 'canceled')
    addProblem(
      'status',
      `According to its dates, the deal is ${statusNames[status].toLowerCase()}`,
    );
}
