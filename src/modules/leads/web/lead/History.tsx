import { HistoryEntry } from '../../../../platform/web/ui/HistoryEntry.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { describeEvent } from './events.ts';

/** The history of a lead, latest first. */
export function History({ lead }: { lead: LeadPage }) {
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">History</h3>
      <ol className="flex flex-col pt-3">
        {lead.events.map((event) => (
          <HistoryEntry
            key={event.id}
            {...describeEvent(event.data)}
            {...{ by: event.by, at: event.at }}
          />
        ))}
      </ol>
    </section>
  );
}
