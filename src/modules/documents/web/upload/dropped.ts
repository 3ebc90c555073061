const hidden = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

/** The files of a drop, with those in its folders; what the system hides in folders is left out. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  // Read before anything is awaited: afterwards a drop is empty.
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const found = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const files = await Promise.all(
    found.map((one) => (one instanceof File || !one ? (one ?? []) : filesIn(one))),
  );
  return files.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry);
    return file ? [file] : [];
  }
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader());
  const visible = entries.filter(({ name }) => !hidden.test(name));
  return (await Promise.all(visible.map(filesIn))).flat();
}

/** Null for a file that was deleted or may not be read. */
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));

/** A reader returns a part of the folder at a time, and nothing at its end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const part = await new Promise<FileSystemEntry[]>((resolve) =>
    reader.readEntries(resolve, () => resolve([])),
  );
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))];
}

/** The files of a folder that was chosen, without what the system hides there. */
export const visibleFiles = (files: FileList | null): File[] =>
  [...(files ?? [])].filter(({ name }) => !hidden.test(name));
