import { CircleAlert, CircleCheck } from 'lucide-react';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { WriteTest } from '../../contract/storage.ts';
import { folderName } from './names.ts';

/** The directories that can be written, and the reason for those that can't. */
export function WriteResult({ result }: { result: WriteTest }) {
  const { overall_success: isFine, writable_directories: writable, tests } = result;
  return (
    <section aria-label="Write access" className="flex flex-col gap-3">
      <Notice
        tone={isFine ? 'success' : 'danger'}
        live
        title={isFine ? 'Write access works' : 'Write access fails'}
      >
        {writable.length} of {tests.length} directories can be written.
      </Notice>
      <ul className="flex flex-col gap-2 text-sm">
        {tests.map(({ directory, type, write_success: works, error, test_file: file }) => (
          <li key={directory} className="flex gap-2">
            {works ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
            )}
            <div className="min-w-0 flex-1">
              <p className="text-text">
                {folderName(directory)}{' '}
                <span className="text-muted">
                  · {type} · {works ? 'writable' : 'not writable'}
                </span>
              </p>
              {error && (
                <p className="text-danger-text text-pretty">
                  {error} <span className="font-mono text-xs wrap-anywhere">{file}</span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
