internal import FlashSQL

extension Migrator {
  /// The schema of a collection. `FLSH` in ASCII marks the file as ours.
  static let collection = Migrator(
    applicationID: 0x464C_5348,
    migrations: [
      Migration(
        version: 1, summary: "the seven synced entities, the undo journal and settings",
        sql: """
          -- One row: which store this is, on which device, and the number the newest change has.
          create table store (
            only_row integer primary key check (only_row = 1),
            store_id blob not null check (length(store_id) = 16),
            device_id blob not null check (length(device_id) = 16),
            created_ms integer not null,
            change_seq integer not null check (change_seq >= 0)
          ) strict;

          create table settings (
            name text primary key,
            value text not null,
            updated_at_ms integer not null
          ) strict, without rowid;

          create table topics (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            name text not null check (length(name) <= 255),
            color_hint text,
            updated_at_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null
          ) strict;
          create index topics_by_change on topics (change_seq);

          create table decks (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            topic_key integer references topics (key) on delete set null,
            title text not null check (length(title) <= 255),
            description text,
            accent_color text not null,
            default_study_mode text not null check (default_study_mode in ('smart', 'basic')),
            last_studied_at_ms integer,
            options text,
            updated_at_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null
          ) strict;
          create index decks_by_change on decks (change_seq);
          create index decks_by_title on decks (title);
          create index decks_by_topic on decks (topic_key) where topic_key is not null;

          create table sub_topics (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            deck_key integer not null references decks (key) on delete cascade,
            name text not null check (length(name) <= 255),
            position integer not null,
            color_hint text,
            updated_at_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null
          ) strict;
          create index sub_topics_by_change on sub_topics (change_seq);
          create index sub_topics_by_deck on sub_topics (deck_key, position);

          -- Small columns first: what a queue or a list needs is read without touching the pages
          -- that long texts spill over to.
          create table cards (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            deck_key integer not null references decks (key) on delete cascade,
            position integer not null,
            state integer not null check (state between 0 and 3),
            step integer check (step >= 0),
            stability real check (stability > 0),
            difficulty real check (difficulty between 1 and 10),
            due_at_ms integer,
            last_reviewed_at_ms integer,
            last_scheduled_at_ms integer,
            reps integer not null check (reps >= 0),
            lapses integer not null check (lapses >= 0),
            suspended integer not null check (suspended in (0, 1)),
            buried_until_ms integer,
            flag integer not null check (flag between 0 and 7),
            kind text check (kind in ('cloze', 'type_in')),
            note_id blob check (length(note_id) = 16),
            note_ord integer check (note_ord >= 0),
            content_ms integer not null,
            sched_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null,
            -- Ours alone, never synced: whether the log of two devices had to be folded together,
            -- and what an import last wrote here.
            diverged integer not null default 0 check (diverged in (0, 1)),
            import_hash integer,
            import_deck_key integer,
            source_key text check (length(source_key) <= 512),
            front_text text not null,
            back_text text not null,
            hint text,
            front_image_asset_id blob check (length(front_image_asset_id) = 16),
            back_image_asset_id blob check (length(back_image_asset_id) = 16),
            note_text text,
            check ((stability is null) = (difficulty is null))
          ) strict;
          create index cards_by_change on cards (change_seq);
          create index cards_by_position on cards (deck_key, position, deleted_at_ms);
          create index cards_by_due
            on cards (
              deck_key, state, suspended, due_at_ms, position, buried_until_ms, note_id,
              deleted_at_ms)
            where deleted_at_ms is null;
          create index cards_by_note on cards (note_id) where note_id is not null;

          create table card_sub_topics (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            card_key integer not null references cards (key) on delete cascade,
            sub_topic_key integer not null references sub_topics (key) on delete cascade,
            updated_at_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null
          ) strict;
          create index card_sub_topics_by_change on card_sub_topics (change_seq);
          create unique index card_sub_topics_live
            on card_sub_topics (card_key, sub_topic_key) where deleted_at_ms is null;
          create index card_sub_topics_by_sub_topic on card_sub_topics (sub_topic_key);

          -- Without a deck: only the id is known yet, from a review that came before its session.
          create table sessions (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            deck_key integer references decks (key) on delete cascade,
            mode text not null check (mode in ('smart', 'basic')),
            started_at_ms integer not null,
            ended_at_ms integer,
            cards_reviewed integer not null check (cards_reviewed >= 0),
            accuracy_pct real not null,
            mastery_delta real not null,
            updated_at_ms integer not null,
            deleted_at_ms integer,
            change_seq integer not null
          ) strict;
          create index sessions_by_change on sessions (change_seq);

          -- The review log: appended to, never changed, so the number of the change is the row's
          -- own. No foreign keys: a review outlives its card, and may arrive before its session.
          -- Absent columns: rated_at_ms = order_ms; last_reviewed_ms and last_scheduled_ms =
          -- order_ms; scheduler = fsrs-6; state_before = the state_after of the card's entry
          -- before it; state and what follows it = an imported entry, which is only counted.
          create table reviews (
            change_seq integer primary key,
            id blob not null unique check (length(id) = 16),
            card_key integer not null,
            order_ms integer not null,
            kind integer not null check (kind between 0 and 3),
            rating integer check (rating between 1 and 4),
            duration_ms integer not null check (duration_ms >= 0),
            state integer check (state between 0 and 3),
            step integer,
            stability real,
            difficulty real,
            due_at_ms integer,
            reps integer,
            lapses integer,
            session_key integer,
            rated_at_ms integer,
            last_reviewed_ms integer,
            last_scheduled_ms integer,
            cancels_id blob check (length(cancels_id) = 16),
            state_before text,
            scheduler text,
            check ((kind = 0) = (rating is not null)),
            check ((kind = 1) = (cancels_id is not null))
          ) strict;
          create index reviews_by_card on reviews (card_key);
          create index reviews_by_time on reviews (order_ms);

          -- What each user action did, so that it can be undone. seq is the number of the action's
          -- first change. A row that an action made has no before; one that it changed has the
          -- columns as they were. Runs of new rows are kept as one range.
          create table actions (
            seq integer primary key,
            at_ms integer not null,
            label text not null,
            undone integer not null default 0 check (undone in (0, 1))
          ) strict;
          create table action_rows (
            action_seq integer not null references actions (seq) on delete cascade,
            entity integer not null,
            first_key integer not null,
            last_key integer not null,
            before text
          ) strict;
          create index action_rows_by_action on action_rows (action_seq);
          """),
      Migration(
        version: 2, summary: "undone actions can be redone",
        sql: """
          -- An undo is journaled like an action, so that it can be taken back in turn. of_seq is the
          -- action that it took back; null where that was an answer.
          alter table actions
            add column is_undo integer not null default 0 check (is_undo in (0, 1));
          alter table actions add column of_seq integer;
          """),
      Migration(
        version: 3, summary: "when a card came into the collection",
        sql: """
          -- Ours alone, never synced. An id of version 7 tells when it was made; of others the
          -- clocks are the best that is known.
          alter table cards add column added_ms integer not null default 0;
          update cards set added_ms = min(content_ms, sched_ms) where substr(hex(id), 13, 1) <> '7';
          update cards set added_ms = (
            select sum((instr('0123456789ABCDEF', substr(hex(cards.id), n.value, 1)) - 1)
              << (4 * (12 - n.value)))
            from json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]') n)
          where substr(hex(id), 13, 1) = '7';
          """),
      Migration(
        version: 4, summary: "files that cards show or play",
        sql: """
          -- Ours alone, never synced. The files lie beside the collection, called by their hash;
          -- Markdown calls them by name.
          create table assets (
            key integer primary key,
            id blob not null unique check (length(id) = 16),
            name text not null unique check (length(name) between 1 and 255),
            sha256 blob not null check (length(sha256) = 32),
            size integer not null check (size >= 0),
            added_ms integer not null
          ) strict;
          create index assets_by_hash on assets (sha256);
          """),
      Migration(
        version: 5, summary: "what other sides have and have not got yet",
        sql: """
          -- Ours alone, never synced: each side that the collection is exchanged with, and how far.
          create table remotes (
            key integer primary key,
            name text not null unique check (length(name) between 1 and 64),
            url text not null,
            username text,
            account text,
            cursor integer not null default 0,
            epoch integer,
            synced_ms integer,
            success_ms integer,
            error text,
            failures integer not null default 0,
            retry_at_ms integer not null default 0
          ) strict;
          -- A change above the number may not be known there, unless it came from there.
          create table pushed (
            remote_key integer not null references remotes (key) on delete cascade,
            entity integer not null,
            change_seq integer not null,
            primary key (remote_key, entity)
          ) strict, without rowid;
          create table received (
            remote_key integer not null references remotes (key) on delete cascade,
            first_seq integer not null,
            last_seq integer not null,
            primary key (remote_key, first_seq)
          ) strict, without rowid;
          -- Rows that the other side did not take.
          create table parked (
            remote_key integer not null references remotes (key) on delete cascade,
            entity integer not null,
            id blob not null,
            reason text not null,
            detail text,
            is_final integer not null check (is_final in (0, 1)),
            tries integer not null,
            retry_at_ms integer not null,
            primary key (remote_key, entity, id)
          ) strict, without rowid;
          -- Rows that came before what they belong to.
          create table orphans (
            remote_key integer not null references remotes (key) on delete cascade,
            entity integer not null,
            id blob not null,
            value text not null,
            primary key (remote_key, entity, id)
          ) strict, without rowid;
          -- Values that lost against another device's, kept for a while.
          create table conflicts (
            key integer primary key,
            entity integer not null,
            id blob not null,
            value text not null,
            remote text not null,
            lost_ms integer not null
          ) strict;
          create index conflicts_by_time on conflicts (lost_ms);
          """),
      Migration(
        version: 6, summary: "what an import last wrote of tags, marks and decks",
        sql: """
          -- Ours alone, never synced: by them an import tells what was changed here since. Of what
          -- earlier versions brought, only tags that were taken away here are sure to have been
          -- the source's.
          alter table cards add column import_marks integer check (import_marks between 0 and 15);
          alter table card_sub_topics
            add column imported integer not null default 0 check (imported in (0, 1));
          update card_sub_topics set imported = 1
          where deleted_at_ms is not null
            and card_key in (select key from cards where import_hash is not null);
          alter table decks add column import_options text;
          alter table decks add column import_description text;
          """),
      Migration(
        version: 7, summary: "what an import last wrote of hints",
        sql: """
          -- Ours alone, never synced: a hash; null where no file told.
          alter table cards add column import_hint integer;
          """),
      Migration(
        version: 8, summary: "up to which stamp a remote has what was sent",
        sql: """
          -- Null until something was sent; of no use once the cursor is there.
          alter table remotes add column told integer;
          """),
      Migration(
        version: 9, summary: "what a remote's plan allows",
        sql: """
          -- As the server told it, as JSON, and when; null until it has.
          alter table remotes add column plan text;
          alter table remotes add column plan_ms integer;
          """),
      Migration(
        version: 10, summary: "a card's newest entry is found without its others",
        sql: """
          drop index reviews_by_card;
          create index reviews_by_card on reviews (card_key, order_ms);
          """),
    ])
}
