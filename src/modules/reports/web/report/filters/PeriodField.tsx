import { useEffect, useState } from 'react';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { addMonths, firstOfMonth, periodNames, periods } from '../../../contract/period.ts';
import { isDay, type ReportQuery } from '../../address.ts';
import type { Asking } from './asking.ts';

const options = periods.map((value) => ({ value, label: periodNames[value] }));

/** Which days; of one’s own choice with the first and the last. */
export function PeriodField({ report, asked, ask, today }: Asking & { today: string }) {
  const choose = (value: string) => {
    const period = periods.find((one) => one === value);
    const { from = firstOfMonth(today), to = today } = report?.span ?? {};
    const days = period === 'custom' ? { from, to } : { from: undefined, to: undefined };
    ask({ ...asked, period: period === 'this_month' ? undefined : period, ...days });
  };
  return (
    <>
      <SelectField
        label="Period"
        className="@3xl:w-48"
        options={options}
        value={asked.period ?? 'this_month'}
        onChange={({ target }) => choose(target.value)}
      />
      {asked.period === 'custom' && <Days asked={asked} ask={ask} />}
    </>
  );
}

/** A year that is still being typed is no year. */
const earliest = '2000-01-01';

function errorOf(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose both days.';
  if (from > to) return 'The first day is after the last.';
  if (addMonths(from, 120) <= to) return 'Ten years at most.';
  return undefined;
}

function Days({ asked, ask }: { asked: ReportQuery; ask: (asked: ReportQuery) => void }) {
  const [days, setDays] = useState({ from: asked.from ?? '', to: asked.to ?? '' });
  useEffect(() => {
    setDays({ from: asked.from ?? '', to: asked.to ?? '' });
  }, [asked.from, asked.to]);
  const error = errorOf(days.from, days.to);
  const change = (changed: Partial<typeof days>) => {
    const next = { ...days, ...changed };
    setDays(next);
    if (!errorOf(next.from, next.to) && next.from >= earliest) ask({ ...asked, ...next });
  };
  return (
    <>
      <TextField
        label="From"
        type="date"
        className="@3xl:w-40"
        value={days.from}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        className="@3xl:w-40"
        error={error}
        value={days.to}
        onChange={({ target }) => change({ to: target.value })}
      />
    </>
  );
}
