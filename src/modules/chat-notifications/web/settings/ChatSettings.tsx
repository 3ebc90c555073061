import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { SettingsDialogProps } from './ChatSettingsDialog.tsx';

const ChatSettingsDialog = lazyPart(() => import('./ChatSettingsDialog.tsx'), { place: 'dialog' });

/** The chat notification settings dialog. */
export function ChatSettings(props: SettingsDialogProps) {
  return (
    <Suspense>
      <ChatSettingsDialog {...props} />
    </Suspense>
  );
}
