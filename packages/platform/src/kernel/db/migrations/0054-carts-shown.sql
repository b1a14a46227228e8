-- A cart as it was last shown lies in the memory of who showed it (decision 0053), so a change writes what the cart is and nothing else; with
-- room beside it the new row stays on its page, and no index hears of it.
alter table cart drop column wire, drop column basis, drop column fresh_until;
alter table cart set (fillfactor = 70);
