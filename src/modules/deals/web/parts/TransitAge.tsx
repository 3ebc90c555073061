import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Deal } from '../../contract/deal.ts';
import { transitOf } from '../state/labels.ts';

interface Props {
  deal: Deal;
  /** Only the days, without the label. */
  brief?: boolean;
}

/** Days since delivery without funding; turns to warning after a week. */
export function TransitAge({ deal, brief = false }: Props) {
  const transit = transitOf(deal, today());
  if (!transit) return null;
  const { days, tone } = transit;
  return (
    <Badge
      tone={tone}
      title={`Delivered on ${calendarDay(deal.deliveredOn ?? '')}, not funded yet`}
    >
      {brief
        ? sinceOf(days)
        : `Contract in transit${days === 0 ? '' : ` for ${plural(days, 'day')}`}`}
    </Badge>
  );
}

const sinceOf = (days: number) => (days === 0 ? 'Today' : plural(days, 'day'));
