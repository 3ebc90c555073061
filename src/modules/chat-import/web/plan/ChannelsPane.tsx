import { useMemo, useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { ExportedChannel } from '../../contract.ts';
import { channelKinds } from '../labels.ts';
import { Pane } from '../parts/Pane.tsx';
import { Walked } from '../parts/Walked.tsx';
import { matchesSearch, SearchHead, searchedFrom } from './SearchHead.tsx';
import type { Plan } from './usePlan.ts';

interface Props {
  channels: readonly ExportedChannel[];
  onChoose: Plan['choose'];
}

/** Selects the conversations to import. */
export function ChannelsPane({ channels, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => channels.filter(({ name, kind }) => matchesSearch(typed, name, channelKinds[kind])),
    [channels, typed],
  );
  const head = channels.length >= searchedFrom && (
    <SearchHead label="Search channels" value={typed} onChange={setTyped} />
  );
  return (
    <Pane label="Channels" head={head}>
      {found.length === 0 && (
        <EmptyState title={typed ? `No channels match “${typed}”` : 'No channels in this export'} />
      )}
      <EveryOne channels={found} onChoose={onChoose} />
      <Walked key={typed} label="Channels" items={found}>
        {(channel) => <ChannelRow key={channel.sourceId} {...{ channel, onChoose }} />}
      </Walked>
    </Pane>
  );
}

function EveryOne({ channels, onChoose }: Props) {
  const possible = channels.filter(({ obstacle }) => obstacle === null);
  const chosen = possible.filter((one) => one.chosen);
  if (possible.length < 2) return null;
  return (
    <div className="sticky top-0 z-10 border-b border-border bg-sunken px-3 py-2">
      <Checkbox
        label="All channels"
        checked={chosen.length === possible.length}
        indeterminate={chosen.length > 0 && chosen.length < possible.length}
        onCheckedChange={(all) =>
          onChoose(
            possible.map(({ sourceId }) => sourceId),
            all,
          )
        }
      />
    </div>
  );
}

function ChannelRow({ channel, onChoose }: { channel: ExportedChannel } & Pick<Props, 'onChoose'>) {
  const { sourceId, name, kind, messages, chosen, obstacle } = channel;
  return (
    <li className="px-3 py-2">
      <Checkbox
        label={name}
        hint={[
          channelKinds[kind],
          plural(messages, 'message'),
          ...(obstacle ? [obstacle] : []),
        ].join(' · ')}
        checked={chosen && obstacle === null}
        disabled={obstacle !== null}
        onCheckedChange={(checked) => onChoose([sourceId], checked)}
      />
    </li>
  );
}
