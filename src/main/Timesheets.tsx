import type { ComponentProps } from 'react';
import { OwnPeriod, SignNotice, TeamPeriod, useOwnPeriod } from '../modules/payroll/web/public.ts';
import TimesheetsPage, { type TimesheetView } from '../modules/time-clock/web/TimesheetsPage.tsx';

type Props = Omit<ComponentProps<typeof TimesheetsPage>, 'views' | 'OwnNotice'>;

/** Timesheets, with the pay periods of the user and of those they manage. */
export default function Timesheets(props: Props) {
  const { data } = useOwnPeriod({});
  const views: TimesheetView[] = [
    ...(data?.review
      ? [{ id: 'period', label: 'My pay period', isTeam: false, Panel: OwnPeriod }]
      : []),
    ...(data?.navigation && data.may.seeTeam
      ? [{ id: 'team-period', label: 'Team pay period', isTeam: true, Panel: TeamPeriod }]
      : []),
  ];
  return <TimesheetsPage {...props} views={views} OwnNotice={SignNotice} />;
}
