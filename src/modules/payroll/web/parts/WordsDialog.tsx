import { useState } from 'react';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { wordsMaxLength } from '../../contract/review.ts';

interface Props {
  title: string;
  description: string;
  label: string;
  /** Shown under the field if it is empty. */
  missing: string;
  verb: string;
  pending: boolean;
  onClose: () => void;
  onSubmit: (words: string) => void;
}

/** Asks for words that another person will read. */
export function WordsDialog(props: Props) {
  const { title, description, label, missing, verb, pending, onClose, onSubmit } = props;
  const [words, setWords] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  return (
    <FormDialog
      size="sm"
      title={title}
      description={description}
      isDirty={words !== ''}
      verb={verb}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (words.trim()) onSubmit(words.trim());
      }}
    >
      <TextArea
        label={label}
        required
        rows={3}
        maxLength={wordsMaxLength}
        value={words}
        error={isSubmitted && !words.trim() ? missing : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
    </FormDialog>
  );
}
