import { sentenceOf } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IconSource } from './icon.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  /** `This deal`, `deals`. */
  what: string;
  /** Where the specification has its own text for `Couldn’t load deals`. */
  title?: string;
  /** The server’s message says why; without one it is taken for the connection. */
  error?: unknown;
  icon?: IconSource;
  /** A line, for a card or above other content. */
  isInline?: boolean;
  className?: string;
  onRetry: () => unknown;
}

/** Replaces something that could not be loaded, with a button to retry. */
export function NotLoaded(props: Props) {
  const { what, error, icon, isInline = false, className, onRetry } = props;
  const title = props.title ?? `Couldn’t load ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  const reason = sentenceOf(error, 'Check your connection and try again.');
  const retry = (
    <Button size={isInline ? 'sm' : undefined} onClick={() => void onRetry()}>
      Try again
    </Button>
  );
  return isInline ? (
    <Notice tone="danger" live className={className} action={retry}>
      {`${title}. ${reason}`}
    </Notice>
  ) : (
    <EmptyState
      role="alert"
      icon={icon}
      title={title}
      description={reason}
      action={retry}
      className={className}
    />
  );
}
