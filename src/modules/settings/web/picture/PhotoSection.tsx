import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { renewAvatar, useAvatar } from '../../../people/web/public.ts';
import { removeAvatar } from '../../contract.ts';
import { Section } from '../Section.tsx';
import { CropDialog } from './CropDialog.tsx';

/** The user's photo. */
export function PhotoSection({ user }: { user: CurrentUser }) {
  const src = useAvatar(user.id);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [open, setOpen] = useState(false);
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => call(removeAvatar),
    onSuccess: () => renewAvatar(user.id),
    onError: (error) => toastError(error, 'Couldn’t remove photo. Try again.'),
  });
  return (
    <Section
      title="Photo"
      description="Shown next to your name. Without a photo, your initials are shown."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={`${user.firstName} ${user.lastName}`} src={src} size="xl" />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>
            <ImageUp aria-hidden="true" />
            Upload photo
          </Button>
          <Button variant="ghost" pending={isPending} onClick={() => remove()}>
            Remove
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Photo file"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (!chosen) return;
            setFile(chosen);
            setOpen(true);
          }}
        />
      </div>
      {file && <CropDialog file={file} open={open} userId={user.id} close={() => setOpen(false)} />}
    </Section>
  );
}
