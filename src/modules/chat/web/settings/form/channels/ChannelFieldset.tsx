import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Spinner } from '../../../../../../platform/web/ui/Spinner.tsx';
import type { Channel } from '../../../../contract/channels.ts';
import { useChannels } from '../../../conversations/useChannels.ts';

interface Props {
  title: string;
  hint: string;
  error: string | undefined;
  /** Conversations to include in addition. */
  others: readonly string[];
  children: (channel: Channel) => ReactNode;
}

/** A setting for each of the user's channels. */
export function ChannelFieldset({ title, hint, error, others, children }: Props) {
  const { data, isPending, isError } = useChannels();
  const channels = data?.filter(
    ({ id, type, joined }) =>
      others.includes(id) || (joined && type !== 'direct' && type !== 'group'),
  );
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="text-base font-semibold">{title}</legend>
      <p id={hintId} className="mb-3 text-xs text-muted">
        {hint}
      </p>
      {isPending && <Spinner label="Loading channels" />}
      {isError && <p className="text-sm text-muted">Couldn’t load channels.</p>}
      {channels?.length === 0 && (
        <p className="text-sm text-muted">You haven’t joined any channels yet.</p>
      )}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">{channels?.map(children)}</div>
      {error && (
        <p role="alert" className="mt-2 flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
