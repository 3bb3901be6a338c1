-- The session that a notice is about: who made the login knows of it. Null for earlier ones.
alter table login_notice add column session_hash bytea;
