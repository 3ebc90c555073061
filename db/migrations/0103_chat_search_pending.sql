-- One message has a hundred trigrams, each in a place of its own in the index. Collected for about a hundred messages,
-- they are sorted in together, which takes a quarter of the time and a fifth of the log. A search reads what is
-- collected beside the index.
alter index chat_search_by_text set (fastupdate = on, gin_pending_list_limit = 256);
