import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { Preview } from '../../../contract.ts';
import { MailPaper } from '../../paper/MailPaper.tsx';
import { type Errors, fieldNames } from '../useTemplateForm.ts';

interface Props {
  preview: {
    /** The last valid version; undefined: there was none yet. */
    shown: Preview | undefined;
    /** What keeps the draft from being shown. */
    errors: Errors;
    /** Why the server could not be asked. */
    failure: unknown;
    refetch: () => unknown;
  };
  as: 'html' | 'text';
}

/** The email with sample values; a draft that cannot be sent says why, such as the placeholder it lacks. */
export function PreviewPane({ preview: { shown: preview, errors, failure, refetch }, as }: Props) {
  const problems = (Object.keys(fieldNames) as (keyof Errors)[]).flatMap((field) =>
    errors[field] === undefined ? [] : `${fieldNames[field]}: ${errors[field]}`,
  );
  const isOutdated = problems.length > 0;
  const [narrow, setNarrow] = useState(false);
  const notice = isOutdated ? (
    <Notice
      tone="warning"
      title={preview ? 'Fix this to update the preview' : 'Fix this to see a preview'}
    >
      {problems.map((problem) => (
        <p key={problem} className="wrap-anywhere">
          {problem}
        </p>
      ))}
    </Notice>
  ) : (
    Boolean(failure) && <NotLoaded isInline what="the preview" error={failure} onRetry={refetch} />
  );
  if (!preview) return notice || <Skeleton className="h-[min(520px,56dvh)]" />;
  return (
    <div className="flex flex-col gap-3">
      {notice}
      <div className="flex min-h-9 items-center gap-2">
        <p className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">{preview.subject}</p>
        {as === 'html' && <Width narrow={narrow} onChange={setNarrow} />}
      </div>
      {as === 'html' ? (
        <MailPaper html={preview.html} title="Email preview" narrow={narrow} />
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
          tabIndex={0}
          className="scroll-area max-h-[min(440px,46dvh)] overflow-y-auto rounded-md border border-border bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {preview.text}
        </pre>
      )}
      <p role="status" className="text-xs text-muted">
        {isOutdated
          ? 'Showing the last valid version.'
          : 'With sample values. Images aren’t loaded.'}
      </p>
    </div>
  );
}

interface WidthProps {
  narrow: boolean;
  onChange: (narrow: boolean) => void;
}

function Width({ narrow, onChange }: WidthProps) {
  return (
    <div className="flex gap-1">
      <IconButton
        label="Desktop width"
        icon={Monitor}
        variant={narrow ? 'ghost' : 'secondary'}
        aria-pressed={!narrow}
        onClick={() => onChange(false)}
      />
      <IconButton
        label="Mobile width"
        icon={Smartphone}
        variant={narrow ? 'secondary' : 'ghost'}
        aria-pressed={narrow}
        onClick={() => onChange(true)}
      />
    </div>
  );
}
