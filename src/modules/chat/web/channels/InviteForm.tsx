import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { addMembers, type Channel } from '../../contract/channels.ts';
import { PeoplePicker } from '../parts/PeoplePicker.tsx';
import { keepChannel } from '../state/conversations/keepChannel.ts';
import { refusalOf } from '../state/errors.ts';

interface Props {
  channel: Channel;
  members: ReadonlySet<number>;
  onDone: () => void;
}

export function InviteForm({ channel, members, onDone }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(addMembers, { params: { channelId: channel.id }, body: { userIds: [...chosen] } }),
    onSuccess: (changed) => {
      keepChannel(client, changed);
      onDone();
    },
  });
  const { fields, sentence } = refusalOf(error, 'Couldn’t invite people. Try again.');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !isPending) mutate();
  };
  // The button that opened the form is gone: move the focus to the field.
  const field = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={field} onSubmit={submit} className="flex flex-col gap-2">
      <PeoplePicker
        label="Invite"
        chosen={chosen}
        onChange={setChosen}
        without={members}
        error={fields.userIds ?? sentence}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button
          size="sm"
          type="submit"
          variant="primary"
          disabled={chosen.length === 0}
          pending={isPending}
        >
          {chosen.length > 0 ? `Invite ${plural(chosen.length, 'person', 'people')}` : 'Invite'}
        </Button>
      </div>
    </form>
  );
}
