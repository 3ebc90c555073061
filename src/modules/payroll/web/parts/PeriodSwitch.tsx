import { ChevronLeft, ChevronRight } from 'lucide-react';
import { calendarDay, daysText } from '../../../../platform/contract/calendar.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Navigation } from '../../contract/review.ts';

/** Switches the pay period, which is kept in the address. */
export function PeriodSwitch({
  navigation: { period, previous, next },
}: {
  navigation: Navigation;
}) {
  const { setQuery } = useAddress();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="flex">
        <IconButton
          label="Previous pay period"
          icon={ChevronLeft}
          disabled={previous === null}
          onClick={() => setQuery({ period: previous })}
        />
        <IconButton
          label="Next pay period"
          icon={ChevronRight}
          disabled={next === null}
          onClick={() => setQuery({ period: next })}
        />
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold text-text tabular-nums">
        {daysText(period.startsOn, period.endsOn)}
      </h2>
      <span className="text-sm text-muted">{`Paid ${calendarDay(period.paysOn)}`}</span>
    </div>
  );
}
