import { useEffect, useState } from 'react';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { addMonths, firstOfMonth, periodNames, periods } from '../../../contract/period.ts';
import { isDay, type PartialQuery } from '../../state/address.ts';
import type { FilterProps } from './filterProps.ts';

const options = periods.map((value) => ({ value, label: periodNames[value] }));

/** The period; a custom range has a start and an end date. */
export function PeriodField({
  report,
  reportQuery,
  setReportQuery,
  today,
}: FilterProps & { today: string }) {
  const choose = (value: string) => {
    const period = periods.find((one) => one === value);
    const { from = firstOfMonth(today), to = today } = report?.span ?? {};
    const days = period === 'custom' ? { from, to } : { from: undefined, to: undefined };
    setReportQuery({
      ...reportQuery,
      period: period === 'this_month' ? undefined : period,
      ...days,
    });
  };
  return (
    <>
      <SelectField
        label="Period"
        className="@3xl:w-48"
        options={options}
        value={reportQuery.period ?? 'this_month'}
        onChange={({ target }) => choose(target.value)}
      />
      {reportQuery.period === 'custom' && (
        <Days reportQuery={reportQuery} setReportQuery={setReportQuery} />
      )}
    </>
  );
}

/** Ignores a year that is still being typed. */
const earliest = '2000-01-01';

function errorOf(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose both dates.';
  if (from > to) return 'The start date is after the end date.';
  if (addMonths(from, 120) <= to) return 'Choose 10 years or less.';
  return undefined;
}

function Days({
  reportQuery,
  setReportQuery,
}: {
  reportQuery: PartialQuery;
  setReportQuery: (reportQuery: PartialQuery) => void;
}) {
  const [days, setDays] = useState({ from: reportQuery.from ?? '', to: reportQuery.to ?? '' });
  useEffect(() => {
    setDays({ from: reportQuery.from ?? '', to: reportQuery.to ?? '' });
  }, [reportQuery.from, reportQuery.to]);
  const error = errorOf(days.from, days.to);
  const change = (changed: Partial<typeof days>) => {
    const next = { ...days, ...changed };
    setDays(next);
    if (!errorOf(next.from, next.to) && next.from >= earliest)
      setReportQuery({ ...reportQuery, ...next });
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
