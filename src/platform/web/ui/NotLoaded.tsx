import { ApiError } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IconSource } from './icon.tsx';
import { Notice } from './Notice.tsx';

/** `this deal`, `deals`; or a title, where the specification has its own text for `Couldn’t load deals`. */
type Subject = { what: string; title?: never } | { title: string; what?: never };

type Props = Subject & {
  /** What the query failed with: the server’s message says why, anything else is taken for the connection. */
  error: unknown;
  /** What works nevertheless. */
  note?: string;
  icon?: IconSource;
  /** A line, for a card or above other content. */
  isInline?: boolean;
  className?: string;
  isRetrying?: boolean;
  onRetry: () => unknown;
};

/** Replaces something that could not be loaded, with a button to retry. */
export function NotLoaded(props: Props) {
  const { what, error, note, icon, isInline = false, className, onRetry } = props;
  const title = props.title ?? `Couldn’t load ${what}`;
  const reason =
    error instanceof ApiError ? error.sentence : 'Check your connection and try again.';
  const description = note ? `${reason} ${note}` : reason;
  const retry = (
    <Button
      size={isInline ? 'sm' : undefined}
      pending={props.isRetrying}
      onClick={() => void onRetry()}
    >
      Try again
    </Button>
  );
  return isInline ? (
    <Notice tone="danger" live className={className} action={retry}>
      {`${title}. ${description}`}
    </Notice>
  ) : (
    <EmptyState
      role="alert"
      icon={icon}
      title={title}
      description={description}
      action={retry}
      className={className}
    />
  );
}
