import { FileUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { useFileDrop } from '../../../platform/web/files/useFileDrop.ts';
import {
  RecordsPage,
  type RecordsPageProps,
  useRecordId,
} from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { cabinets, readAccess } from '../contract/cabinets.ts';
import { documentChanged } from '../contract/events.ts';
import type { PolicyPart } from './document/DocumentView.tsx';
import { DocumentList } from './list/DocumentList.tsx';
import { queries, useChoices } from './state/useDocuments.ts';
import { filesOf } from './upload/dropped.ts';
import { UploadTray } from './upload/UploadTray.tsx';
import { usePaste } from './upload/usePaste.ts';

const DocumentView = lazyPart(() => import('./document/DocumentView.tsx'), { place: 'page' });
const UploadDialog = lazyPart(() => import('./upload/UploadDialog.tsx'), { place: 'dialog' });

const live = { queries, events: [documentChanged] };

interface Props extends RecordsPageProps {
  user: CurrentUser;
  Policy: PolicyPart;
}

/** The documents of the user's cabinets and stores; `?document=` opens one, `?new=upload` the upload. */
export default function DocumentsPage({ Policy, ...props }: Props) {
  const page = (
    <RecordsPage
      {...props}
      access={readAccess}
      many="documents"
      live={live}
      record={{
        param: 'document',
        show: (documentId) => (
          <DocumentView key={documentId} documentId={documentId} Policy={Policy} />
        ),
      }}
    >
      <DocumentList />
    </RecordsPage>
  );
  return permits(readAccess, props.user) ? <Uploading>{page}</Uploading> : page;
}

/** Takes files dropped or pasted anywhere on the page. A document that is open takes none: it has versions. */
function Uploading({ children }: { children: ReactNode }) {
  const { query, setQuery } = useAddress();
  const choices = useChoices();
  const [files, setFiles] = useState<File[]>([]);
  const isRecordOpen = useRecordId('document') !== null;
  const isOpen = query.get('new') === 'upload' && choices.isKnown;
  const canUpload = choices.writable.length > 0 && !isRecordOpen;
  const open = (chosen: File[]) => {
    if (chosen.length === 0) return;
    setFiles(chosen);
    setQuery({ new: 'upload' });
  };
  const { over, dropping } = useFileDrop((data) => {
    if (canUpload && !isOpen) void filesOf(data).then(open);
  });
  const close = () => {
    setFiles([]);
    setQuery({ new: null });
  };
  return (
    <div className="min-h-full" {...dropping}>
      {children}
      {canUpload && !isOpen && <Paste onFiles={open} />}
      {over && canUpload && !isOpen && (
        <div className="pointer-events-none fixed inset-4 z-40 flex flex-col items-center justify-center gap-2 rounded-md border-2 border-dashed border-accent bg-accent-surface text-accent-strong">
          <FileUp aria-hidden="true" className="size-6" />
          <p className="text-lg font-semibold">Drop files and folders to upload</p>
        </div>
      )}
      <Suspense>
        {isOpen && (
          <UploadDialog
            choices={choices}
            files={files}
            preset={{
              cabinet: cabinets.find((one) => one === query.get('cabinet')),
              type: query.get('type') ?? undefined,
              store: choices.stores.find((one) => one === query.get('store')),
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <UploadTray />
    </div>
  );
}

function Paste({ onFiles }: { onFiles: (files: File[]) => void }) {
  usePaste(onFiles);
  return null;
}
