import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { useChat } from '../../panel/chatContext.ts';

interface Props {
  draftKey: string;
  name: string;
  checked: boolean;
}

/** Also shows the reply in the channel's timeline. */
export function AlsoToChannel({ draftKey, name, checked }: Props) {
  const { drafts } = useChat().session;
  return (
    <Checkbox
      label={`Also send to ${name}`}
      checked={checked}
      onCheckedChange={(also) => drafts.setAlsoToChannel(draftKey, also)}
      className="px-1 pt-1.5"
    />
  );
}
