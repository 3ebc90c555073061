import { FileText, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { sendFile } from '../../../../platform/web/api/sendFile.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { uploadFile } from '../../../attachments/contract.ts';
import { type Applicant, addPapers, maxPapers, removePaper } from '../../contract.ts';
import { useApplicantChange, useShowSaved } from '../state/useRecruiting.ts';

type Paper = Applicant['papers'][number];

/** Résumés, references and other files of an applicant. */
export function Papers({ applicant }: { applicant: Applicant }) {
  const { id, papers, may } = applicant;
  const input = useRef<HTMLInputElement>(null);
  const { isUploading, upload } = useUpload(applicant);
  const [removed, setRemoved] = useState<Paper>();
  const remove = useApplicantChange(
    id,
    (uploadId: string) => call(removePaper, { params: { applicantId: id, uploadId } }),
    () => setRemoved(undefined),
  );
  return (
    <RecordSection
      label="Files"
      aside={
        may.keep &&
        papers.length < maxPapers && (
          <>
            <input
              ref={input}
              type="file"
              multiple
              className="sr-only"
              tabIndex={-1}
              aria-label="Files of the applicant"
              onChange={({ target }) => {
                void upload([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <Button
              size="sm"
              variant="ghost"
              pending={isUploading}
              onClick={() => input.current?.click()}
            >
              <Upload aria-hidden="true" />
              Upload
            </Button>
          </>
        )
      }
    >
      {papers.length === 0 ? (
        <p className="text-sm text-muted">No files yet.</p>
      ) : (
        <ul className="flex flex-col">
          {papers.map((paper) => (
            <li
              key={paper.id}
              className="flex items-center justify-between gap-3 border-b border-border py-2 text-sm last:border-b-0"
            >
              <span className="flex min-w-0 items-center gap-2">
                <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="min-w-0">
                  <a
                    href={paper.url}
                    target="_blank"
                    rel="noreferrer"
                    className="block truncate text-text underline"
                  >
                    {paper.name}
                  </a>
                  <span className="block text-xs text-muted">
                    {`${fileSize(paper.size)} · ${dateText(paper.addedAt)} by ${paper.addedBy}`}
                  </span>
                </span>
              </span>
              {may.keep && (
                <IconButton
                  label={`Delete ${paper.name}`}
                  icon={Trash2}
                  size="sm"
                  onClick={() => setRemoved(paper)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title="Delete this file?"
        description={`${removed?.name ?? ''} is deleted for everyone.`}
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
        onOpenChange={(isOpen) => isOpen || setRemoved(undefined)}
      />
    </RecordSection>
  );
}

function useUpload(applicant: Applicant) {
  const [isUploading, setUploading] = useState(false);
  const showSaved = useShowSaved();
  async function upload(files: readonly File[]) {
    if (files.length === 0) return;
    const fitting = files.slice(0, maxPapers - applicant.papers.length);
    setUploading(true);
    try {
      const uploadIds: string[] = [];
      try {
        for (const file of fitting) {
          const uploadId = crypto.randomUUID();
          const mediaType = file.type || 'application/octet-stream';
          const address = { params: { uploadId }, query: { name: file.name.slice(-255) } };
          await sendFile(uploadFile, address, { bytes: file, mediaType, onSent: () => {} }).done;
          uploadIds.push(uploadId);
        }
      } finally {
        // Those before one that fails are kept.
        const params = { applicantId: applicant.id };
        if (uploadIds.length > 0) showSaved(await call(addPapers, { params, body: { uploadIds } }));
      }
      const leftOut = files.length - fitting.length;
      if (leftOut > 0) {
        toast({
          variant: 'destructive',
          title: leftOut === 1 ? '1 file was not uploaded' : `${leftOut} files were not uploaded`,
          description: `An applicant can have ${maxPapers} files.`,
        });
      }
    } catch (error) {
      toastFailure(error, 'Couldn’t upload');
    } finally {
      setUploading(false);
    }
  }
  return { isUploading, upload };
}
