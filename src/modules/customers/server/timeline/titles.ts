const channels: Record<string, string> = {
  call: 'phone calls',
  text: 'text messages',
  email: 'e-mail',
  mail: 'letters',
};
const directed: Record<string, readonly [string, string, string]> = {
  // Said of nobody, of the customer, of one of us.
  call: ['Call', 'Called us', 'Called'],
  text: ['Text', 'Texted us', 'Texted'],
  email: ['E-mail', 'Wrote to us', 'E-mailed'],
};
const statuses: Record<string, string> = {
  set: 'set',
  confirmed: 'confirmed',
  showed: 'kept',
  no_show: 'missed',
  canceled: 'canceled',
};
const results: Record<string, string> = {
  sold: 'sold',
  appointment: 'appointment set',
  be_back: 'wants to come back',
  left: 'left',
};

/** What a line says in a few words; `detail` is what its kind needs to know beside its text. */
export function titleOf(kind: string, detail: string): string {
  const parts = detail.split(':');
  switch (kind) {
    case 'note':
      return 'Note';
    case 'visit':
      return 'Visit';
    case 'consent': {
      const [channel = '', topic = '', granted] = parts;
      const said = granted === 'true' ? 'Agreed to' : 'No longer agrees to';
      return `${said} ${channels[channel]} about ${topic === 'survey' ? 'surveys' : topic}`;
    }
    case 'task':
      return 'Task planned';
    case 'task_done':
      return 'Task done';
    case 'appointment': {
      const [status = '', about = ''] = parts;
      return `${about === 'service' ? 'Service' : 'Sales'} appointment ${statuses[status]}`;
    }
    case 'showroom':
      return results[detail] ? `In the showroom: ${results[detail]}` : 'In the showroom';
    case 'merge':
      return `Merged with customer ${detail}`;
    case 'unmerge':
      return `Merge with customer ${detail} undone`;
    default: {
      const [plain = '', ours = '', theirs = ''] = directed[kind] ?? [kind, kind, kind];
      return detail === 'in' ? ours : detail === 'out' ? theirs : plain;
    }
  }
}
