import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mailCategories } from '../../../../platform/contract/mail.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { mailStates } from '../../contract.ts';
import { categoryName } from '../labels.ts';
import { stateLooks } from './states.ts';
import type { OutboxFilters } from './useOutbox.ts';

const debounceMs = 300;
const states = mailStates.map((value) => ({ value, label: stateLooks[value].label }));
const categories = mailCategories.map((value) => ({ value, label: categoryName(value) }));

interface Props {
  filters: OutboxFilters;
  onChange: (filters: OutboxFilters) => void;
}

export function MailFilters({ filters, onChange }: Props) {
  const [typed, setTyped] = useState(filters.search);
  useEffect(() => {
    if (typed.trim() === filters.search) return;
    const timer = setTimeout(() => onChange({ ...filters, search: typed.trim() }), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, filters, onChange]);
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextField
        label="Search emails"
        labelHidden
        type="search"
        icon={Search}
        autoComplete="off"
        placeholder="Address or subject"
        className="col-span-2"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label="Status"
        labelHidden
        placeholder="Any status"
        options={states}
        value={filters.state}
        onChange={({ target }) =>
          onChange({ ...filters, state: target.value as OutboxFilters['state'] })
        }
      />
      <SelectField
        label="Category"
        labelHidden
        placeholder="Any category"
        options={categories}
        value={filters.category}
        onChange={({ target }) =>
          onChange({ ...filters, category: target.value as OutboxFilters['category'] })
        }
      />
    </div>
  );
}
