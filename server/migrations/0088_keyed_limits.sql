-- Keys of counts were plain hashes, or named an account; they are keyed hashes from now on.
delete from rate_limit;
