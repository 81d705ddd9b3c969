-- Searches of sales filter by this. Rows of before carry it in their bodies.
alter table dataset_rows add column arms_length boolean;
update dataset_rows set arms_length = (body::jsonb ->> 'arms_length')::boolean
where body like '%"arms_length":%' and jsonb_typeof(body::jsonb -> 'arms_length') = 'boolean';
