import { sentenceOf } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  error: Error;
  /** Retries. */
  onRetry: () => unknown;
}

/** Shown in place of something that could not be loaded. */
export function LoadFailure({ error, onRetry }: Props) {
  return (
    <Notice
      tone="danger"
      live
      action={
        <Button size="sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {sentenceOf(error)}
    </Notice>
  );
}
