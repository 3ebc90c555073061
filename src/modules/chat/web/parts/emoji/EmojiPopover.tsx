import { type ReactElement, useState } from 'react';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';

interface Props {
  /** The button that opens it. */
  children: ReactElement;
  onPick: (emoji: string) => void;
  onOpenChange?: (open: boolean) => void;
}

/** The emoji picker of a button; closes after a pick. */
export function EmojiPopover({ children, onPick, onOpenChange }: Props) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent label="Emoji">
        <EmojiPicker
          onPick={(emoji) => {
            change(false);
            onPick(emoji);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
