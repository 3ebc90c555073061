import { Download } from 'lucide-react';
import { fileSize } from '../../../../../platform/web/format/fileSize.ts';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import type { Attachment } from '../../../contract.ts';
import { downloadOf } from './kinds.ts';

interface Props {
  file: Attachment;
  onClose: () => void;
}

/** A PDF, read with the browser's own reader where it has one. */
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
            Open in a tab
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
          <p className="text-sm text-muted">This browser shows no PDF inside a page.</p>
        )}
      </div>
    </Dialog>
  );
}
