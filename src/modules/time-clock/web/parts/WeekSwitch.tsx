import { ChevronLeft, ChevronRight } from 'lucide-react';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Sheet } from '../../contract/sheets.ts';

/** Switches the week, which is kept in the URL. */
export function WeekSwitch({ week, today }: { week: Sheet['week']; today: string }) {
  const { setQuery } = useAddress();
  const isCurrent = week.start <= today && today <= week.end;
  const show = (date: string | null) => setQuery({ week: date });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex">
        <IconButton label="Previous week" icon={ChevronLeft} onClick={() => show(week.previous)} />
        <IconButton
          label="Next week"
          icon={ChevronRight}
          disabled={isCurrent}
          onClick={() => show(week.next > today ? null : week.next)}
        />
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold text-text tabular-nums">
        {daysText(week.start, week.end)}
      </h2>
      {!isCurrent && (
        <Button size="sm" onClick={() => show(null)}>
          This week
        </Button>
      )}
    </div>
  );
}
