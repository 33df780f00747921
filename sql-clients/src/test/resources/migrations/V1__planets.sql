-- The first version.
create table planet (id int primary key, name varchar(40) not null);
insert into planet values (1, 'Mercury'), (2, 'Venus');
