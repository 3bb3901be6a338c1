-- A plan of another package that was booked before `replaces` came: it took the place of the one that had not begun.
update booking b set replaces = earlier.id
  from (select b.id as by, lag(b.id) over run as id, lag(b.start_at) over run as start_at
          from booking b join inserat i on i.id = b.inserat_id where i.status in ('geplant', 'geloescht')
        window run as (partition by b.inserat_id order by b.id)) earlier
 where b.id = earlier.by and b.replaces is null and earlier.start_at > b.created_at;
