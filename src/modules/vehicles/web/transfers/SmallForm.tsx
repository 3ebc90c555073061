import { type ReactNode, useId } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';

interface Props {
  title: string;
  description: string;
  verb: string;
  pending: boolean;
  refusal: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog form. */
export function SmallForm({
  verb,
  pending,
  refusal,
  onSubmit,
  onClose,
  children,
  ...dialogProps
}: Props) {
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      {...dialogProps}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {verb}
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
          if (!pending) onSubmit();
        }}
      >
        {refusal && (
          <Notice tone="danger" live>
            {refusal}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  );
}
