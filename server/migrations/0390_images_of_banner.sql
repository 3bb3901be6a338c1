-- Locks image against writes for seconds, while its index is made.
-- A banner's pictures that nobody sees any more are found by it, too.
create index image_of_banner on image (banner_id) where banner_id is not null;
