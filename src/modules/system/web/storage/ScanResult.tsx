import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Directory, Scan } from '../../contract/storage.ts';
import { countOf, folderName, sizeInKb } from './names.ts';

/** Files by folder. They are named by opaque keys: the storage contains no text people wrote. */
export function ScanResult({ scan }: { scan: Scan }) {
  if (!scan.success) {
    return (
      <Notice tone="danger" live title="Scan Error">
        {scan.error}
      </Notice>
    );
  }
  return scan.buckets.map(({ bucket, totalFiles, directories }) => (
    <section key={bucket} aria-label={`Scan of ${bucket}`}>
      <p role="status" className="text-sm text-text">
        <span className="font-medium">{bucket}</span>: {countOf(totalFiles, 'file')} in{' '}
        {countOf(directories.length, 'directory', 'directories')}
      </p>
      <ul className="mt-1 flex flex-col divide-y divide-border border-y border-border">
        {directories.map((directory) => (
          <Found key={directory.name} directory={directory} />
        ))}
      </ul>
    </section>
  ));
}

function Found({ directory: { name, fileCount, isCut, files } }: { directory: Directory }) {
  const more = fileCount - files.length;
  return (
    <li className="py-2 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="text-text">{folderName(name)}</h4>
        <span className="text-muted tabular-nums">
          {isCut && 'more than '}
          {countOf(fileCount, 'file')}
        </span>
      </div>
      {files.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1">
          {files.map((file) => (
            <li key={file.name} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-mono text-xs text-muted wrap-anywhere">
                {file.name}
              </span>
              <span className="shrink-0 text-text tabular-nums">{sizeInKb(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-1.5 text-muted">
          and {isCut && 'at least '}
          {more.toLocaleString('en-US')} more
        </p>
      )}
    </li>
  );
}
