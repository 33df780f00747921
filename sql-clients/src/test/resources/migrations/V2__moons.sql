alter table planet add column moons int default 0;
create index planet_by_name on planet (name);
update planet set moons = 0 where id = 1;
