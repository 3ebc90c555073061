import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { useChoices } from '../state/useDocuments.ts';
import type { UploadPreset } from './UploadDialog.tsx';

const UploadDialog = lazyPart(() => import('./UploadDialog.tsx'), { place: 'dialog' });

interface Props {
  preset: UploadPreset;
  onClose: () => void;
}

/** The upload, from the page of another module; its progress is in the `UploadTray`. */
export function DocumentUpload({ preset, onClose }: Props) {
  const choices = useChoices();
  return (
    <Suspense>
      {choices.isKnown && <UploadDialog choices={choices} preset={preset} onClose={onClose} />}
    </Suspense>
  );
}
