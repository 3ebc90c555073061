import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { ChatMessage, ImportedFrom } from '../../../contract.ts';

const names: Record<ImportedFrom, string> = { slack: 'Slack', mattermost: 'Mattermost' };

/** That a message was not sent here by the person it names. */
export function ImportedMark({ from }: { from: ImportedFrom }) {
  const origin = names[from];
  return (
    <Tooltip
      label={`An administrator imported this message from ${origin}. Its author did not send it in Forecourt.`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches its tooltip, too */}
      <span tabIndex={0} className="shrink-0 cursor-default rounded-sm text-xs text-muted">
        Imported from {origin}
      </span>
    </Tooltip>
  );
}

/** The same in a row that is a control as a whole; nothing for what was sent here. */
export function ImportedNote({
  message: { metadata },
}: {
  message: Pick<ChatMessage, 'metadata'>;
}) {
  const from = metadata?.imported?.from;
  return from && <span className="shrink-0 text-xs text-muted">Imported from {names[from]}</span>;
}
