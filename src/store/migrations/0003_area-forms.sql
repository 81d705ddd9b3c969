-- source_states  how a source is asked for areas, where that is not its usual way.
alter table source_states add area_form text;
