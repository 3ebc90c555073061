-- What somebody scanned lately, the same on all their devices. Nobody else sees it.
create table scans (
  user_id integer not null references users (id),
  -- Given by the device that scanned: sent twice, it is the same scan.
  id uuid not null,
  kind text not null
    check (kind in ('vin', 'stock_number', 'repair_order', 'part_number', 'url', 'text')),
  value text not null check (char_length(value) <= 2000),
  -- What it was printed as; null where it was typed.
  format text check (char_length(format) <= 20),
  source text not null check (source in ('camera', 'scanner', 'typed', 'file')),
  -- Why a VIN counts although its check digit does not fit.
  override_reason text check (char_length(override_reason) between 1 and 200),
  scanned_at timestamptz not null,
  -- A deleted one keeps its id for a while, so that a device that sends it late does not bring it
  -- back; its words are gone.
  deleted_at timestamptz,
  primary key (user_id, id)
);
create index scans_by_person on scans (user_id, scanned_at desc, id) where deleted_at is null;
