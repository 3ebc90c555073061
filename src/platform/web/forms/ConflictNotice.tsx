import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** A version that someone else saved while the form is open. */
export interface Conflict {
  savedBy: string;
  changes: readonly string[];
  /** Loads their version; edits made here stay. */
  load: () => void;
  /** Where offered: loads their version without the edits made here. */
  takeTheirs?: () => void;
}

interface Props {
  /** What is edited: `deal`. */
  noun: string;
  conflict: Conflict;
}

/** Says who changed the record meanwhile and what, and continues from there. */
export function ConflictNotice({ noun, conflict }: Props) {
  return (
    <Notice
      tone="warning"
      live
      title={`${conflict.savedBy} changed this ${noun}`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={conflict.load}>
            Load latest version
          </Button>
          {conflict.takeTheirs && (
            <Button size="sm" variant="ghost" onClick={conflict.takeTheirs}>
              Use theirs
            </Button>
          )}
        </span>
      }
    >
      <p>Nothing was overwritten. Load the latest version to continue. Your changes are kept.</p>
      {conflict.changes.length > 0 && (
        <ul aria-label="Their changes" className="list-disc pt-1 pl-4">
          {conflict.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
