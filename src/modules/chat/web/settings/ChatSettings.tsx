import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import type { SettingsDialogProps } from './ChatSettingsDialog.tsx';

const ChatSettingsDialog = lazyPart(() => import('./ChatSettingsDialog.tsx'), { place: 'dialog' });

/** The dialog in which one says what of the chat may interrupt, and when. */
export function ChatSettings(props: SettingsDialogProps) {
  return (
    <Suspense>
      <ChatSettingsDialog {...props} />
    </Suspense>
  );
}
