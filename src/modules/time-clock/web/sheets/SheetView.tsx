import { type ReactNode, useState } from 'react';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import type { Correction } from '../../contract/corrections.ts';
import type { Sheet, SheetDay } from '../../contract/sheets.ts';
import { CorrectDialog } from '../correcting/CorrectDialog.tsx';
import { CorrectionItem } from '../correcting/CorrectionItem.tsx';
import { ApprovalBadge } from '../parts/Flags.tsx';
import { StoreHoursList, TotalsStrip } from '../parts/Hours.tsx';
import { WeekSwitch } from '../parts/WeekSwitch.tsx';
import { basisNames, lawNames } from '../state/labels.ts';
import { DayRow } from './DayRow.tsx';

interface Props {
  sheet: Sheet;
  /** The manager's actions on the week. */
  actions?: ReactNode;
}

/** A person's week, day by day. */
export function SheetView({ sheet, actions }: Props) {
  const [correcting, setCorrecting] = useState<SheetDay | null>(null);
  const { week, today, days, totals, byStore, corrections, approval, rules, punches } = sheet;
  const { timeOff } = sheet;
  const { stores } = sheet.person;
  const showsStores = stores.length > 1 || stores.includes('all') || byStore.length > 1;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <WeekSwitch week={week} today={today} />
        <div className="flex flex-wrap items-center gap-3">
          <ApprovalBadge state={approval.state} />
          {actions}
        </div>
      </div>
      {approval.by && approval.at && (
        <p className="text-xs text-muted">
          {`Approved by ${approval.by}, ${weekdayTime(approval.at, rules.timezone)}`}
          {approval.state === 'changed' && '. The hours have changed since and need review.'}
        </p>
      )}
      <TotalsStrip totals={totals} timeOffMs={timeOff.reduce((sum, { ms }) => sum + ms, 0)} />
      {showsStores && <StoreHoursList byStore={byStore} />}
      <ol aria-label="Days" className="divide-y divide-border border-b border-border">
        {days.map((day) => (
          <DayRow
            key={day.date}
            day={day}
            today={today}
            timezone={rules.timezone}
            punches={punches.filter(({ at }) => at >= day.startAt && at < day.endAt)}
            timeOffMs={timeOff.find(({ date }) => date === day.date)?.ms ?? 0}
            showsStores={showsStores}
            corrects={sheet.may.correct}
            onCorrect={() => setCorrecting(day)}
          />
        ))}
      </ol>
      <CorrectionList corrections={corrections} timezone={rules.timezone} />
      <RulesLine sheet={sheet} />
      {correcting && (
        <CorrectDialog sheet={sheet} day={correcting} onClose={() => setCorrecting(null)} />
      )}
    </div>
  );
}

function RulesLine({ sheet: { rules } }: { sheet: Sheet }) {
  const breaks =
    rules.paidBreakMinutes > 0
      ? `Breaks up to ${rules.paidBreakMinutes} minutes are paid.`
      : 'Breaks are not paid.';
  return (
    <p className="max-w-prose text-xs text-muted text-pretty">
      {`Calculated to the millisecond, never rounded. Time zone: ${rules.timezone.replaceAll('_', ' ')}. ${breaks} `}
      {`Law: ${lawNames[rules.law]}. ${basisNames[rules.basis]}.`}
    </p>
  );
}

interface CorrectionListProps {
  corrections: readonly Correction[];
  timezone: string;
}

/** The correction requests and corrections of a week. */
function CorrectionList({ corrections, timezone }: CorrectionListProps) {
  if (corrections.length === 0) return null;
  return (
    <section aria-label="Corrections">
      <h3 className="text-sm font-semibold text-text">Corrections</h3>
      <ul className="mt-1 divide-y divide-border">
        {corrections.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}
