import { exactTime, relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import type { LeadEvent, LeadPage } from '../../contract/lead.ts';
import { storyOf } from './story.ts';

/** What happened to a lead, the latest first. */
export function History({ lead }: { lead: LeadPage }) {
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">History</h3>
      <ol className="flex flex-col pt-3">
        {lead.events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ event }: { event: LeadEvent }) {
  const { title, detail } = storyOf(event.data);
  const at = new Date(event.at);
  return (
    <li className="relative flex flex-col gap-0.5 border-l border-border pb-4 pl-4 last:pb-0">
      <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-line" />
      <span className="text-sm font-medium text-text">{title}</span>
      {detail && (
        <span className="text-sm whitespace-pre-line wrap-anywhere text-text">{detail}</span>
      )}
      <span className="text-xs text-muted">
        {event.by && `${event.by} · `}
        <time dateTime={event.at} title={exactTime(at)}>
          {relativeTime(at, new Date())}
        </time>
      </span>
    </li>
  );
}
