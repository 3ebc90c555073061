import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';
import type { ChatMessage, ImportedFrom } from '../../contract.ts';

const names: Record<ImportedFrom, string> = { slack: 'Slack', mattermost: 'Mattermost' };

/** Marks a message as imported: its author did not send it here. */
export function ImportedMark({ from }: { from: ImportedFrom }) {
  const origin = names[from];
  return (
    <Tooltip
      label={`An administrator imported this message from ${origin}. Its author did not send it in Forecourt.`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
      <span tabIndex={0} className="shrink-0 cursor-default rounded-sm text-xs text-muted">
        Imported from {origin}
      </span>
    </Tooltip>
  );
}

/** A non-interactive variant, for rows that are buttons. */
export function ImportedNote({
  message: { metadata },
}: {
  message: Pick<ChatMessage, 'metadata'>;
}) {
  const from = metadata?.imported?.from;
  return from && <span className="shrink-0 text-xs text-muted">Imported from {names[from]}</span>;
}
