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

/** The background image: by URL, uploaded from this device, or a random built-in one. */
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
        error={saving.invalid ?? saving.rejected}
        hint="Saved for everyone when you stop typing. External images are copied to Forecourt once."
        onChange={(event) => {
          saving.reset();
          set('backgroundUrl', event.target.value);
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={random}>
          <Shuffle aria-hidden="true" />
          Random image
        </Button>
        <Upload upload={saving.upload} />
        <span role="status" className="text-sm text-muted">
          {saving.isFetching && 'Loading image…'}
        </span>
      </div>
    </div>
  );
}

function Upload({ upload }: { upload: (image: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (image: File | undefined) => {
    if (!image) return;
    if (image.size <= backgroundMaxBytes) return upload(image);
    const description = 'Choose an image of 5 MB or less.';
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        Upload image
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label="Background image file"
        hidden
        onChange={(event) => {
          const [image] = event.target.files ?? [];
          event.target.value = '';
          choose(image);
        }}
      />
    </>
  );
}
