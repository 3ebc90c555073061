import { Users } from 'lucide-react';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { StatusDot } from '../../../../../platform/web/ui/StatusDot.tsx';
import { fullName } from '../../conversations/conversation.ts';
import type { Suggestion } from './suggestion.ts';

export function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'emoji') {
    return (
      <>
        <span className="w-6 text-center text-lg">{suggestion.insert}</span>
        <span className="min-w-0 truncate text-text">:{suggestion.code}:</span>
      </>
    );
  }
  if (suggestion.kind === 'audience') {
    return (
      <>
        <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-fill text-muted">
          <Users aria-hidden="true" className="size-3.5" />
        </span>
        <SuggestionText name={suggestion.insert} note={suggestion.meaning} />
      </>
    );
  }
  const { person, isHere } = suggestion;
  const name = fullName(person);
  return (
    <>
      <Avatar name={name} size="sm" />
      <SuggestionText name={name} note={`@${person.username}`} status={person.status} />
      {!isHere && <span className="shrink-0 text-xs text-muted">Not in this channel</span>}
    </>
  );
}

function SuggestionText({ name, note, status }: { name: string; note: string; status?: string }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2">
      <span className="flex max-w-full min-w-0 shrink-0 items-center gap-1.5">
        <span className="min-w-0 truncate font-medium text-text">{name}</span>
        {status && <StatusDot status={status} />}
      </span>
      <span className="min-w-0 truncate text-xs text-muted">{note}</span>
    </span>
  );
}
