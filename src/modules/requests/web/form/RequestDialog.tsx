import { type ReactNode, useId } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';

interface Props {
  title: string;
  description?: string;
  /** The label of the submit button. */
  action: string;
  pending: boolean;
  /** The error of the last submit; not shown if it belongs to a field. */
  error: unknown;
  dismissable?: boolean;
  onSubmit: (formId: string) => void;
  onClose: () => void;
  children: (formId: string) => ReactNode;
}

/** A dialog with a form about a request. */
export function RequestDialog(props: Props) {
  const { title, description, action, pending, error, dismissable, onSubmit, onClose } = props;
  const formId = useId();
  const isFieldError = error instanceof ApiError && error.fields?.ownerId !== undefined;
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
        {error !== null && !isFieldError && (
          <Notice tone="danger" live>
            {sentenceOf(error, 'Couldn’t save request. Try again.')}
          </Notice>
        )}
        {props.children(formId)}
      </form>
    </Dialog>
  );
}

/** The server's error for the assignee field. */
export const ownerProblem = (error: unknown) =>
  error instanceof ApiError ? error.fields?.ownerId : undefined;
