-- Newsletters that the house writes on screen: drafts, and what a second person has to allow.
create table newsletter_draft (
  id bigint generated always as identity primary key,
  subject text not null,
  text text not null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'sent')),
  -- Counts the savings.
  saved integer not null default 0,
  written_by bigint not null references staff,
  changed_at timestamptz not null,
  approval_id bigint references approval,
  issue_id bigint unique references newsletter_issue,
  check ((state = 'sent') = (issue_id is not null))
);
comment on table newsletter_draft is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';
create index newsletter_draft_approval on newsletter_draft (approval_id) where approval_id is not null;
