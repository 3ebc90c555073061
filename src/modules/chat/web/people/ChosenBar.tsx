import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { Person } from '../../../people/contract.ts';
import { maxGroupPeople, openGroup } from '../../contract/channels.ts';
import { directChannelId } from '../../contract.ts';
import { useChat } from '../state/chatContext.ts';
import { fullName } from '../state/conversations/conversation.ts';
import { keepChannel } from '../state/conversations/keepChannel.ts';
import type { View } from '../state/view/chatView.ts';

interface Props {
  people: readonly Person[];
  onClear: () => void;
  onGo: (view: View, name: string) => void;
}

/** Messages the people selected in the directory. */
export function ChosenBar({ people, onClear, onGo }: Props) {
  const { user } = useChat();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(openGroup, { body: { userIds: people.map(({ id }) => id) } }),
    onSuccess: (channel) => {
      keepChannel(client, channel);
      onGo(channel.id, channel.name);
    },
    onError: (error) => toastError(error, 'Couldn’t start the group message. Try again.'),
  });
  const [first, ...others] = people;
  const tooMany = people.length >= maxGroupPeople;
  const write = () => {
    if (others.length > 0) mutate();
    else if (first) onGo(directChannelId(user.id, first.id), fullName(first));
  };
  return (
    <section
      aria-label="Selected people"
      className="flex shrink-0 items-center gap-3 border-t border-border bg-raised px-4 py-2"
    >
      <p role="status" className="min-w-0 flex-1 truncate text-sm text-muted">
        {tooMany
          ? `A group message must have at most ${maxGroupPeople} people, including you.`
          : people.map(fullName).join(', ')}
      </p>
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" disabled={tooMany} pending={isPending} onClick={write}>
        Message {plural(people.length, 'person', 'people')}
      </Button>
    </section>
  );
}
