-- What a document is found by, in one row: its facts and the pages of its current version. A search with several words
-- is answered inside one index, and what it then reads is narrow, as the words are stored apart.
create table document_words (
  document_id integer primary key references documents (id),
  words tsvector not null
) with (toast_tuple_target = 128);

insert into document_words (document_id, words)
select d.id, array_to_tsvector(array(
  select word from (
    select word, sum(octet_length(word)) over (order by page, word) as bytes from (
      select word, min(page) as page from (
        select unnest(tsvector_to_array(d.words)) as word, 0 as page
        union all
        select unnest(tsvector_to_array(p.words)), p.page from document_pages p
        where p.document_id = d.id and p.version_number = d.current_version) every
      group by word) each) counted
  where bytes <= 900000))
from documents d where d.destroyed_at is null;

-- Without a list of pending rows, which every search would have to go through.
create index document_words_found on document_words using gin (words) with (fastupdate = off);
drop index document_pages_words;
alter table documents drop column words;

-- Every list of documents leaves out what is condemned, which is next to nothing.
create index retained_items_condemned on retained_items (source, source_id)
  where condemned_at is not null;

-- The other orders of the list.
create index documents_by_title on documents (lower(title), id);
create index documents_by_date on documents (document_on, id);
create index documents_by_latest_date on documents (document_on desc nulls last, id desc);
