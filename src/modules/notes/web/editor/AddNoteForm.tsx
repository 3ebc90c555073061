import { type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type NoteText, noteLimits, required } from '../../contract.ts';
import type { Notebook } from '../state/notebook.ts';
import { ColorField } from './fields/ColorField.tsx';
import { ContentField } from './fields/ContentField.tsx';
import { TagsField } from './fields/TagsField.tsx';

interface Props {
  notebook: Notebook;
  suggestions: readonly string[];
  onClose: () => void;
}

const blank: NoteText = { title: '', content: '', color: 'yellow', tags: [] };

export function AddNoteForm({ notebook, suggestions, onClose }: Props) {
  const [text, setText] = useState(() => notebook.draft() ?? blank);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<NoteText>) => {
    const next = { ...text, ...part };
    setText(next);
    notebook.saveDraft(next.title || next.content ? next : null);
  };
  const close = () => {
    notebook.saveDraft(null);
    onClose();
  };

  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!text.title.trim() || !text.content.trim()) {
      setMissing(true);
      const first = text.title.trim() ? 'textarea' : 'input[name=title]';
      form.current?.querySelector<HTMLElement>(first)?.focus();
      return;
    }
    notebook.add({ ...text, title: text.title.trim() });
    close();
  };
  const errorOf = (value: string) => (isMissing && !value.trim() ? required : undefined);

  return (
    <form
      ref={form}
      aria-label="Add Note"
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text === blank) close();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
      }}
      className="flex flex-col gap-3 rounded-md border border-border bg-sunken p-4"
    >
      <TextField
        label="Title"
        name="title"
        dir="auto"
        autoFocus
        value={text.title}
        maxLength={noteLimits.title}
        error={errorOf(text.title)}
        onChange={(event) => change({ title: event.target.value })}
      />
      <ContentField
        rows={4}
        value={text.content}
        error={text.title.trim() ? errorOf(text.content) : undefined}
        onChange={(content) => change({ content })}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TagsField
          tags={text.tags}
          suggestions={suggestions}
          onChange={(tags) => change({ tags })}
        />
        <ColorField value={text.color} onChange={(color) => change({ color })} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save Note
        </Button>
      </div>
    </form>
  );
}
