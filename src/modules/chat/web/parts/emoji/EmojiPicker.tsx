import { Suspense } from 'react';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { noteEmoji } from '../../state/messages/recentEmoji.ts';

const EmojiGrid = lazyPart(() => import('./EmojiGrid.tsx'), { place: 'panel' });

interface Props {
  /** The emoji, such as `👍`, with the last chosen skin tone. */
  onPick: (emoji: string) => void;
}

/**
 * All emoji with an autofocused search and recent ones on top; 320 by 360 px. For use inside a
 * `PopoverContent`; the caller closes it after a pick. Loaded when first shown.
 */
export function EmojiPicker({ onPick }: Props) {
  return (
    <div className="h-[360px] w-[320px] max-w-full">
      <Suspense fallback={<PickerSkeleton />}>
        <EmojiGrid
          onPick={(emoji) => {
            noteEmoji(emoji);
            onPick(emoji);
          }}
        />
      </Suspense>
    </div>
  );
}

export function PickerSkeleton() {
  return (
    <div role="status" aria-label="Loading emoji" className="flex flex-col gap-3 p-2">
      <Skeleton className="h-9" />
      <Skeleton className="h-3 w-24" />
      <Skeleton className="h-56" />
    </div>
  );
}
