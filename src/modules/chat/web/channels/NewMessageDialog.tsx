import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useMemo, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { maxGroupPeople, openGroup } from '../../contract/channels.ts';
import { directChannelId } from '../../contract.ts';
import { PeoplePicker } from '../parts/PeoplePicker.tsx';
import { useChat } from '../state/chatContext.ts';
import { fullName } from '../state/conversations/conversation.ts';
import { keepChannel } from '../state/conversations/keepChannel.ts';
import { refusalOf } from '../state/errors.ts';
import type { GoingDialog } from './dialogFrame.ts';

/** Starts a direct message with one person, or a group message with several. */
export default function NewMessageDialog(props: GoingDialog & { userIds: readonly number[] }) {
  const { open, onClose, userIds, onGo } = props;
  const { user, people } = useChat();
  const client = useQueryClient();
  const formId = useId();
  const [chosen, setChosen] = useState<readonly number[]>(userIds);
  const myself = useMemo(() => new Set([user.id]), [user.id]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(openGroup, { body: { userIds: [...chosen] } }),
    onSuccess: (channel) => {
      keepChannel(client, channel);
      onGo(channel.id, channel.name);
    },
  });
  const { fields, sentence } = refusalOf(error, 'Couldn’t start the group message. Try again.');
  const tooMany = chosen.length >= maxGroupPeople;
  const tooManyText = `A group message must have at most ${maxGroupPeople} people, including you.`;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [only] = chosen;
    if (only === undefined || tooMany) return;
    if (chosen.length > 1) return mutate();
    const person = people.get(only);
    onGo(directChannelId(user.id, only), person && fullName(person));
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="New message"
      description="Choose one person for a direct message, or several for a group."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={chosen.length === 0 || tooMany}
            pending={isPending}
          >
            {chosen.length > 1 ? `Message ${plural(chosen.length, 'person', 'people')}` : 'Message'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {sentence && (
          <Notice tone="danger" live>
            {sentence}
          </Notice>
        )}
        <PeoplePicker
          label="To"
          chosen={chosen}
          onChange={setChosen}
          without={myself}
          error={tooMany ? tooManyText : fields.userIds}
        />
      </form>
    </Dialog>
  );
}
