import { ImageUp, Shuffle } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { backgroundCount, backgroundMaxBytes, backgroundPath } from '../../contract/dashboard.ts';
import type { ConfigDraft } from './useConfigDraft.ts';
import type { useSaveConfig } from './useSaveConfig.ts';

interface Props {
  draft: ConfigDraft;
  saving: ReturnType<typeof useSaveConfig>;
}

/** The picture behind the shortcuts: by its address, from this device, or one of the house by chance. */
export function BackgroundField({ draft: { shown, set }, saving }: Props) {
  const random = () =>
    set('backgroundUrl', backgroundPath(1 + Math.floor(Math.random() * backgroundCount)));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Background image URL"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        value={shown.backgroundUrl}
        error={saving.wrong ?? saving.refused}
        hint="Saved for everybody a second after you stop typing. Pictures from elsewhere are fetched once and kept here."
        onChange={(event) => {
          saving.forget();
          set('backgroundUrl', event.target.value);
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={random}>
          <Shuffle aria-hidden="true" />
          Random picture
        </Button>
        <Upload upload={saving.upload} />
        <span role="status" className="text-sm text-muted">
          {saving.isFetching && 'Fetching the picture...'}
        </span>
      </div>
    </div>
  );
}

function Upload({ upload }: { upload: (picture: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (picture: File | undefined) => {
    if (!picture) return;
    if (picture.size <= backgroundMaxBytes) return upload(picture);
    const description = 'A picture must be at most 5 MB.';
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        Upload a picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label="Background picture file"
        hidden
        onChange={(event) => {
          const [picture] = event.target.files ?? [];
          event.target.value = '';
          choose(picture);
        }}
      />
    </>
  );
}
