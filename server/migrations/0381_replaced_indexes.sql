-- Locks payment against reading and writes for a moment, while two indexes go that payment_created_number and payment_received_number replace.
-- By itself: whoever had read and waits to write meanwhile would wait for this, and this for them.
drop index payment_created;
drop index payment_received;
