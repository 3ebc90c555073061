import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { listChannels } from '../../../../chat/contract.ts';

interface Props {
  muted: readonly string[];
  onChange: (muted: string[]) => void;
}

/** The channels that never interrupt. */
export function MutedChannels({ muted, onChange }: Props) {
  const { data, isPending, isError } = useQuery(queryOptionsFor(listChannels));
  const channels = (data ?? []).filter((channel) => channel.type !== 'direct');
  const toggle = (id: string, checked: boolean) =>
    onChange(checked ? [...muted, id] : muted.filter((other) => other !== id));
  return (
    <fieldset>
      <legend className="mb-3 text-base font-semibold">Muted channels</legend>
      {isPending && <Spinner label="Loading channels" />}
      {isError && <p className="text-sm text-muted">The channels could not be loaded.</p>}
      {data && channels.length === 0 && (
        <p className="text-sm text-muted">You are in no channel yet.</p>
      )}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={muted.includes(id)}
            onCheckedChange={(checked) => toggle(id, checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
