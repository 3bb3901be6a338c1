-- Who is held while logged in reads why she is logged out.
alter table ended_session drop constraint ended_session_reason_check;
alter table ended_session add constraint ended_session_reason_check
  check (reason in ('device', 'change', 'held'));
