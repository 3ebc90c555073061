import { type ReactNode, useId } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';

interface Props {
  title: string;
  description?: string;
  /** The verb. */
  action: string;
  pending: boolean;
  /** What went wrong with the last try, unless a field says it. */
  error: unknown;
  dismissable?: boolean;
  onSubmit: (formId: string) => void;
  onClose: () => void;
  children: (formId: string) => ReactNode;
}

/** A form about a request, in a dialog. */
export function AskDialog(props: Props) {
  const { title, description, action, pending, error, dismissable, onSubmit, onClose } = props;
  const formId = useId();
  const isSaid = error instanceof ApiError && error.fields?.ownerId !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      dismissable={dismissable}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) onSubmit(formId);
        }}
      >
        {error !== null && !isSaid && (
          <Notice tone="danger" live>
            {sentenceOf(error, 'The request could not be saved. Please try again.')}
          </Notice>
        )}
        {props.children(formId)}
      </form>
    </Dialog>
  );
}

/** What the server says of the owner, for their field. */
export const ownerProblem = (error: unknown) =>
  error instanceof ApiError ? error.fields?.ownerId : undefined;
