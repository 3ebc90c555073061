import { Download } from 'lucide-react';
import { fileSize } from '../../../../../platform/web/format/fileSize.ts';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import type { Attachment } from '../../../../attachments/contract.ts';
import { downloadOf } from './kinds.ts';

interface Props {
  file: Attachment;
  onClose: () => void;
}

/** A PDF in the browser's own viewer, if it has one. */
export function DocumentPreview({ file, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={file.name}
      description={fileSize(file.size)}
      size="lg"
      footer={
        <>
          <a href={file.url} target="_blank" rel="noopener" className={buttonClasses()}>
            Open in new tab
          </a>
          <a href={downloadOf(file)} download={file.name} className={buttonClasses()}>
            <Download aria-hidden />
            Download
          </a>
        </>
      }
    >
      <div className="flex h-[min(64dvh,640px)] items-center justify-center overflow-hidden rounded-md border border-border bg-sunken">
        {navigator.pdfViewerEnabled ? (
          <iframe src={file.url} title={file.name} className="size-full" />
        ) : (
          <p className="text-sm text-muted">
            This browser can’t show PDFs here. Open it in a new tab or download it.
          </p>
        )}
      </div>
    </Dialog>
  );
}
