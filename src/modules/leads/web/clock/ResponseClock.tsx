import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { Lead } from '../../contract/lead.ts';
import { momentOf } from '../labels.ts';
import { useLeadRouting } from '../useLeads.ts';
import { clockLabel } from './clockLabel.ts';
import type { Opening } from './opening.ts';
import { serverNow, useTicking } from './ticker.ts';

function useOpening(store: Store): Opening | undefined {
  const desks = useLeadRouting();
  const timezone = useTimezone();
  return useMemo(() => {
    const desk = desks.find((one) => one.store === store);
    return desk && { hours: desk.hours, limitMinutes: desk.limitMinutes, timezone };
  }, [desks, store, timezone]);
}

/** How long is left for the first answer, how late it is, or how long it took. */
export function ResponseClock({ lead }: { lead: Lead }) {
  const opening = useOpening(lead.store);
  const said = useTicking(() => {
    const words = clockLabel(lead, opening, serverNow());
    return words ? `${words.tone} ${words.text}` : '';
  });
  if (said === '') return null;
  const gap = said.indexOf(' ');
  const tone = said.slice(0, gap) as Tone;
  const { dueAt } = lead.clock;
  const icon = dueAt === null ? Check : tone === 'danger' ? TriangleAlert : Clock;
  return (
    <Badge
      tone={tone}
      icon={icon}
      className="tabular-nums"
      title={dueAt === null ? undefined : `Answer until ${momentOf(dueAt)}`}
    >
      {said.slice(gap + 1)}
    </Badge>
  );
}
