import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { listReaders } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { PersonAvatar } from '../../parts/PersonAvatar.tsx';
import { useChat } from '../../state/chatContext.ts';
import { nameOf } from '../../state/messages/names.ts';

/** Who has read the channel up to a message. */
export function ReadersDialog({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { people } = useChat();
  const params = { channelId: message.channelId, messageId: message.id };
  const readers = useQuery({ ...queryOptionsFor(listReaders, { params }), staleTime: 0 });
  const known = (readers.data ?? [])
    .filter(({ userId }) => people.has(userId))
    .map(({ userId }) => ({ userId, name: nameOf(userId, people) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const others = (readers.data?.length ?? 0) - known.length;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Seen by" size="sm">
      {readers.isPending && <Spinner label="Loading" />}
      {readers.isError && (
        <NotLoaded isInline what="people" error={readers.error} onRetry={readers.refetch} />
      )}
      {readers.data?.length === 0 && (
        <p className="text-base text-muted">No one else has read it yet.</p>
      )}
      <ul className="flex flex-col gap-1">
        {known.map(({ userId, name }) => (
          <li key={userId} className="flex min-h-9 items-center gap-2.5 text-base text-text">
            <PersonAvatar userId={userId} name={name} size="sm" />
            {name}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="pt-1 text-sm text-muted">
          {known.length > 0 ? `and ${plural(others, 'other')}` : plural(others, 'person', 'people')}
        </p>
      )}
    </Dialog>
  );
}
