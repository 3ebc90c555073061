import { Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import type { ChatMessage } from '../../../contract.ts';
import { EmojiPicker } from '../../parts/emoji/EmojiPicker.tsx';
import { useChat } from '../../state/chatContext.ts';
import { type ShownDialog, showDialog } from '../../state/messages/shownDialog.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { DocumentPreview } from '../attachments/DocumentPreview.tsx';
import { Lightbox } from '../attachments/Lightbox.tsx';
import { preview } from '../text/preview.ts';
import { ForwardDialog } from './ForwardDialog.tsx';
import { ReactorsDialog, VotersDialog } from './PeopleDialogs.tsx';
import { ReadersDialog } from './ReadersDialog.tsx';

const close = () => showDialog(null);

interface Props {
  shown: ShownDialog;
  onClose: () => void;
}

/** The open dialog about a message. */
export default function MessageDialogs({ shown, onClose }: Props) {
  if (shown.kind === 'pictures') return <Lightbox {...shown} onClose={onClose} />;
  if (shown.kind === 'document') return <DocumentPreview file={shown.file} onClose={onClose} />;
  if (shown.kind === 'extension') return <ExtensionDialog {...shown} />;
  const { kind, message } = shown;
  if (kind === 'delete') return <DeleteDialog message={message} />;
  if (kind === 'forward') return <ForwardDialog message={message} onClose={onClose} />;
  if (kind === 'readers') return <ReadersDialog message={message} onClose={onClose} />;
  if (kind === 'reactors') return <ReactorsDialog message={message} onClose={onClose} />;
  if (kind === 'voters') return <VotersDialog message={message} onClose={onClose} />;
  return <ReactDialog message={message} />;
}

function DeleteDialog({ message }: { message: ChatMessage }) {
  const actions = useMessageActions();
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    if (await actions.remove(message)) close();
    setPending(false);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      danger
      pending={pending}
      title="Delete this message?"
      confirmLabel="Delete message"
      onConfirm={() => void remove()}
      description={
        <>
          <p className="line-clamp-3 wrap-anywhere text-text">{preview(message)}</p>
          <p className="pt-2">The text and files are deleted for everyone. This can’t be undone.</p>
        </>
      }
    />
  );
}

type Extension = Extract<ShownDialog, { kind: 'extension' }>;

function ExtensionDialog({ action: { Dialog: Content }, viewed }: Extension) {
  const { session } = useChat();
  return (
    <Suspense>
      <Content {...viewed} take={(changed) => session.take(changed)} onClose={close} />
    </Suspense>
  );
}

/** Used when there is no space for a popover. */
function ReactDialog({ message }: { message: ChatMessage }) {
  const actions = useMessageActions();
  return (
    <Dialog open onOpenChange={close} title="Add reaction" size="sm">
      <div className="flex justify-center">
        <EmojiPicker
          onPick={(emoji) => {
            close();
            void actions.react(message, emoji);
          }}
        />
      </div>
    </Dialog>
  );
}
