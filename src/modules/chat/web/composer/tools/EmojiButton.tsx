import { Smile } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { EmojiPicker } from '../../messages/emoji/EmojiPicker.tsx';
import { insertText } from '../text/changeText.ts';
import { toolClasses } from '../text/toolClasses.ts';
import { useBackToBox } from './useBackToBox.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
}

export function EmojiButton({ box, disabled }: Props) {
  const [open, setOpen] = useState(false);
  const back = useBackToBox(box);
  const pick = (emoji: string) => {
    setOpen(false);
    back.expect();
    if (box.current) insertText(box.current, emoji);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild onFocus={back.onFocus}>
        <IconButton label="Emoji" icon={Smile} disabled={disabled} className={toolClasses} />
      </PopoverTrigger>
      <PopoverContent align="start" side="top" label="Emoji">
        <EmojiPicker onPick={pick} />
      </PopoverContent>
    </Popover>
  );
}
