import { type Kysely, sql } from "kysely";

/**
 * Which ready editors know a subfield, in the orders that matching and capacity read them by, so that a few are found
 * among any number. Triggers keep it true, whatever changes an editor or a record. Both lock the editor's row, so that
 * neither misses the other's change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table editor_subfields (
      "editorId" text not null references editors on delete cascade, subfield text not null, "weeklyWords" int, quality double precision, doctorate boolean not null,
      primary key ("editorId", subfield)
    );
    create index editor_subfields_by_quality on editor_subfields (subfield, quality desc nulls last, "editorId");
    create index editor_subfields_by_words on editor_subfields (subfield, "weeklyWords" desc, "editorId");
    create index editor_subfields_by_doctorate on editor_subfields (subfield, "weeklyWords" desc, "editorId") where doctorate;

    -- Blocked accounts are few.
    create index auth_user_disabled on auth_user (id) where "disabledAt" is not null;

    -- What the table holds of one editor, or of all for null.
    create function editor_subfields_of(of text) returns setof editor_subfields language sql stable as $$
      select distinct on (e.uid, f.subfield) e.uid, f.subfield, e."weeklyWords", r.quality, e."doctorateVerifiedAt" is not null
      from editors e cross join lateral jsonb_array_elements_text(e.fields) as f(subfield) left join editor_records r on r."editorId" = e.uid
      where (of is null or e.uid = of) and e."matchReady" and e."identityApprovedAt" is not null and e."agreementSignedAt" is not null
        and e."kycExpiredAt" is null and e."pausedAt" is null
    $$;
    create function refresh_editor_subfields() returns trigger language plpgsql as $$ begin
      delete from editor_subfields s where s."editorId" = new.uid and not exists (select 1 from editor_subfields_of(new.uid) n where n.subfield = s.subfield);
      insert into editor_subfields as s select * from editor_subfields_of(new.uid)
        on conflict ("editorId", subfield) do update set "weeklyWords" = excluded."weeklyWords", quality = excluded.quality, doctorate = excluded.doctorate
        where (s."weeklyWords", s.quality, s.doctorate) is distinct from (excluded."weeklyWords", excluded.quality, excluded.doctorate);
      return null;
    end $$;
    create trigger editors_subfields_insert after insert on editors for each row execute function refresh_editor_subfields();
    create trigger editors_subfields_update
      after update of fields, "weeklyWords", "matchReady", "identityApprovedAt", "agreementSignedAt", "kycExpiredAt", "pausedAt", "doctorateVerifiedAt" on editors
      for each row when ((old.fields, old."weeklyWords", old."matchReady", old."identityApprovedAt", old."agreementSignedAt", old."kycExpiredAt", old."pausedAt", old."doctorateVerifiedAt")
        is distinct from (new.fields, new."weeklyWords", new."matchReady", new."identityApprovedAt", new."agreementSignedAt", new."kycExpiredAt", new."pausedAt", new."doctorateVerifiedAt"))
      execute function refresh_editor_subfields();
    create function note_editor_quality() returns trigger language plpgsql as $$
    declare
      about text := case when tg_op = 'DELETE' then old."editorId" else new."editorId" end;
      now_is double precision := case when tg_op <> 'DELETE' then new.quality end;
    begin
      perform 1 from editors where uid = about for no key update;
      update editor_subfields set quality = now_is where "editorId" = about and quality is distinct from now_is;
      return null;
    end $$;
    create trigger editor_records_quality after insert or update of quality or delete on editor_records for each row execute function note_editor_quality();

    insert into editor_subfields select * from editor_subfields_of(null);
  `)
    .execute(db);
}
