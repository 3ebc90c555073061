-- What was notified about an applicant is erased with them.
create index notifications_of_applicants on notifications (action_url)
  where action_url like '/people/recruiting?applicant=%';
