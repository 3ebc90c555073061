import { useId } from 'react';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { titleMaxLength, urlMaxLength } from '../../contract.ts';
import type { Values } from './values.ts';

interface Props {
  form: RecordForm<Values>;
  categories: readonly string[];
}

export function LinkFields({ form, categories }: Props) {
  const listId = useId();
  const title = form.field('title');
  const url = form.field('url');
  return (
    <>
      <TextField {...title} label="Title" required maxLength={titleMaxLength} />
      <TextField
        {...url}
        label="URL"
        type="url"
        required
        maxLength={urlMaxLength}
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        // Title and URL share one message; show it once.
        error={url.error === title.error ? undefined : url.error}
      />
      <TextField {...form.field('description')} label="Description" maxLength={500} />
      <TextField
        {...form.field('category')}
        label="Category"
        maxLength={100}
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
