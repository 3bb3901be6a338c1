-- What the program encrypted with a key of DATA_KEY. A plain text does not pass for one (ACC-50).
create domain ciphertext as text check (value ~ '^1\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$');

-- The keys that ciphertexts of this database need: without one of them the program does not start.
create table data_key (
  id text primary key,
  first_used_at timestamptz not null
);
comment on table data_key is 'not personal: names of the keys, from which no key can be computed';

alter table second_factor alter secret type ciphertext, alter new_secret type ciphertext;
insert into data_key
  select distinct substr(stored, 3, 16), now() from second_factor, unnest(array[secret, new_secret]) stored
   where stored is not null;
