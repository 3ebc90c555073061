import { firstScreen } from '../../../../platform/web/ui/lazy/firstScreen.ts';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { loadBuiltIn } from '../state/extensions.ts';

// What an open conversation can be shown without.

export const FilteredMessages = lazyPart(() => import('../filters/FilteredMessages.tsx'), {
  place: 'panel',
});
export const MessageDialogs = lazyPart(() => import('../messages/dialogs/MessageDialogs.tsx'), {
  place: 'dialog',
});
export const StarredView = lazyPart(() => import('../starred/StarredView.tsx'), { place: 'panel' });
export const TeamDirectory = lazyPart(() => import('../people/TeamDirectory.tsx'), {
  place: 'panel',
});
export const ThreadPane = lazyPart(() => import('../threads/ThreadPane.tsx'), { place: 'panel' });
export const ThreadsInbox = lazyPart(() => import('../threads/ThreadsInbox.tsx'), {
  place: 'panel',
});

const parts = [
  FilteredMessages,
  MessageDialogs,
  StarredView,
  TeamDirectory,
  ThreadPane,
  ThreadsInbox,
];

/** Loads it all once the first screen is shown, so that it opens at once. */
export function loadParts(): void {
  void firstScreen.then(() => Promise.all([loadBuiltIn(), ...parts.map((part) => part.load())]));
}
