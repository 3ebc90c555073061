import { Check, Compass, Search } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { OpenChannel } from '../../contract/channels.ts';
import { openChannelDialog } from '../state/conversations/channelDialogs.ts';
import { useOpenChannels } from '../state/conversations/useOpenChannels.ts';
import type { GoingDialog } from './dialogFrame.ts';
import { JoinButton } from './JoinButton.tsx';

/** All public channels, to join or open. */
export default function BrowseChannelsDialog({ open, onClose, onGo }: GoingDialog) {
  const [typed, setTyped] = useState('');
  const [archived, setArchived] = useState(false);
  const search = useSettled(typed.trim());
  const channels = useOpenChannels({ search, archived });
  const { data: found, isPending, error, refetch } = channels;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Browse channels"
      size="lg"
      footer={<Button onClick={() => openChannelDialog({ kind: 'create' })}>Create channel</Button>}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-3">
        <TextField
          label="Search channels"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Search channels"
          autoComplete="off"
          className="min-w-48 flex-1"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Switch label="Archived" checked={archived} onCheckedChange={setArchived} />
      </div>
      <div className="h-[50dvh] max-h-96 overflow-y-auto">
        {isPending && <PendingLines />}
        {error && <NotLoaded what="channels" error={error} icon={Compass} onRetry={refetch} />}
        {found?.length === 0 && <NothingFound typed={search} archived={archived} />}
        <ul aria-label="Channels" className="divide-y divide-border">
          {found?.map((channel) => (
            <Line key={channel.id} channel={channel} onGo={onGo} />
          ))}
        </ul>
        {channels.hasNextPage && (
          <LoadMore
            label="Show more channels"
            isManual={error !== null}
            pending={channels.isFetchingNextPage}
            onMore={() => void channels.fetchNextPage()}
          />
        )}
      </div>
    </Dialog>
  );
}

function Line({ channel, onGo }: { channel: OpenChannel; onGo: GoingDialog['onGo'] }) {
  const { id, name, description, memberCount, joined, archivedAt } = channel;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-base font-medium text-text">
          <span className="truncate">{name}</span>
          {joined && (
            <Badge tone="success" icon={Check}>
              Joined
            </Badge>
          )}
          {archivedAt && <Badge>Archived</Badge>}
        </p>
        <p className="truncate text-sm text-muted">
          {[plural(memberCount, 'person', 'people'), description].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button size="sm" aria-label={`Open ${name}`} onClick={() => onGo(id, name)}>
        Open
      </Button>
      {!joined && !archivedAt && <JoinButton channel={channel} onJoined={() => onGo(id, name)} />}
    </li>
  );
}

function NothingFound({ typed, archived }: { typed: string; archived: boolean }) {
  if (typed) return <EmptyState icon={Search} title={`No channels match “${typed}”.`} />;
  return archived ? (
    <EmptyState icon={Compass} title="No archived channels" />
  ) : (
    <EmptyState
      icon={Compass}
      title="No public channels yet"
      description="Create the first one. Everyone can find and join it."
    />
  );
}

function PendingLines() {
  return ['w-40', 'w-28', 'w-48', 'w-36'].map((width) => (
    <div key={width} className="flex min-h-14 flex-col justify-center gap-2">
      <Skeleton className={`h-3 ${width}`} />
      <Skeleton className="h-2.5 w-64" />
    </div>
  ));
}
