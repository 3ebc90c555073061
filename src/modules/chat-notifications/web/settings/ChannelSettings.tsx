import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { type Channel, useChannels } from '../../../chat/web/public.ts';
import type { ChannelLevel } from '../../contract.ts';

type Levels = Record<string, ChannelLevel>;

interface Props {
  levels: Levels;
  error: string | undefined;
  onChange: (levels: Levels) => void;
}

const options = [
  { value: '', label: 'Default' },
  { value: 'all', label: 'All messages' },
  { value: 'mentions', label: 'Mentions only' },
  { value: 'nothing', label: 'Nothing' },
];

/** The notification level of single channels. */
export function ChannelLevels({ levels, error, onChange }: Props) {
  const set = (id: string, level: string) => {
    const { [id]: _, ...others } = levels;
    onChange(level === '' ? others : { ...others, [id]: level as ChannelLevel });
  };
  return (
    <ChannelFieldset
      title="Per-channel settings"
      hint="Overrides the default. “Nothing” also mutes @mentions."
      error={error}
      others={Object.keys(levels)}
    >
      {({ id, name }) => (
        <SelectField
          key={id}
          label={name}
          options={options}
          value={levels[id] ?? ''}
          onChange={(event) => set(id, event.target.value)}
        />
      )}
    </ChannelFieldset>
  );
}

interface MutedProps {
  muted: readonly string[];
  error: string | undefined;
  onChange: (muted: string[]) => void;
}

/** Channels that notify only for mentions of the user. */
export function MutedChannels({ muted, error, onChange }: MutedProps) {
  const toggle = (id: string, checked: boolean) =>
    onChange(checked ? [...muted, id] : muted.filter((other) => other !== id));
  return (
    <ChannelFieldset
      title="Muted channels"
      hint="Only messages that @mention you notify you."
      error={error}
      others={muted}
    >
      {({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={muted.includes(id)}
          onCheckedChange={(checked) => toggle(id, checked)}
        />
      )}
    </ChannelFieldset>
  );
}

interface FieldsetProps {
  title: string;
  hint: string;
  error: string | undefined;
  /** Conversations to include in addition. */
  others: readonly string[];
  children: (channel: Channel) => ReactNode;
}

/** A setting for each of the user's channels. */
function ChannelFieldset({ title, hint, error, others, children }: FieldsetProps) {
  const { data, isPending, error: failure, refetch } = useChannels();
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
      {failure && <NotLoaded isInline what="channels" error={failure} onRetry={refetch} />}
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
