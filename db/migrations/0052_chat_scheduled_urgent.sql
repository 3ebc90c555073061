-- Why a message that is to be sent later cannot wait once it is sent; null: it can.
alter table chat_scheduled add column urgent_reason text
  check (char_length(urgent_reason) between 1 and 200);
