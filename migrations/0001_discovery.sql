-- Shops, what they offer, who works there, and their photos. What Discover reads follows: a list of 50,000 shops has to
-- answer as fast as a list of ten, so its order, its filters and its search are kept by triggers. All of that can be
-- rebuilt from shops, services and shop_categories. Only listed shops are in it.

-- A business. Rules in which shops may differ are columns with a default.
CREATE TABLE shops (
	id text PRIMARY KEY NOT NULL,
	external_id text,
	slug text,
	name text NOT NULL,
	type text NOT NULL,
	description text NOT NULL DEFAULT '',
	phone text,
	whatsapp text,
	email text,
	address text NOT NULL,
	landmark text,
	area text NOT NULL,
	city text NOT NULL,
	latitude real NOT NULL,
	longitude real NOT NULL,
	time_zone text NOT NULL DEFAULT 'Africa/Lagos',
	picture text,
	featured_from text,
	featured_until text,
	minimum_notice_minutes integer NOT NULL DEFAULT 30,
	horizon_days integer NOT NULL DEFAULT 60,
	free_cancellation_minutes integer NOT NULL DEFAULT 1440,
	reschedule_cutoff_minutes integer NOT NULL DEFAULT 120,
	deposit_kind text NOT NULL DEFAULT 'none',
	deposit_value integer NOT NULL DEFAULT 0,
	prepaid_from_no_shows integer,
	deposit_hold_hours integer NOT NULL DEFAULT 2,
	max_ahead_unproven integer NOT NULL DEFAULT 5,
	max_ahead_proven integer NOT NULL DEFAULT 15,
	max_guest_bookings_per_hour integer NOT NULL DEFAULT 20,
	max_moves integer NOT NULL DEFAULT 6,
	is_listed integer NOT NULL DEFAULT true,
	lists_when_bookable integer NOT NULL DEFAULT false,
	put_away_steps text NOT NULL DEFAULT '[]',
	is_place_known integer NOT NULL DEFAULT true,
	rating_sum integer NOT NULL DEFAULT 0,
	review_count integer NOT NULL DEFAULT 0,
	created_at integer NOT NULL,
	payouts_held_until integer NOT NULL DEFAULT 0,
	CONSTRAINT shop_deposit_kind CHECK (deposit_kind IN ('none', 'percent', 'amount')),
	CONSTRAINT shop_deposit CHECK (deposit_value >= 0 AND (deposit_kind <> 'percent' OR deposit_value <= 100)),
	CONSTRAINT shop_prepaid CHECK (prepaid_from_no_shows > 0),
	CONSTRAINT shop_type CHECK (type IN ('beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail')),
	CONSTRAINT shop_policy CHECK (minimum_notice_minutes >= 0 AND horizon_days BETWEEN 1 AND 365),
	CONSTRAINT shop_rating CHECK (rating_sum BETWEEN review_count AND review_count * 5)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX shops_by_external_id ON shops (external_id) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX shops_by_slug ON shops (slug) WHERE slug IS NOT NULL;--> statement-breakpoint
-- The orders of Discover; its queries say the same expressions, or the index is not found.
CREATE INDEX shops_by_rating ON shops (
	(CASE review_count
		WHEN 0 THEN 0 ELSE (rating_sum * 20 + review_count) / (2 * review_count) * 1000000 + review_count END),
	id
) WHERE is_listed = 1;--> statement-breakpoint
CREATE INDEX shops_by_place ON shops ((CAST((latitude + 90) * 100 AS INTEGER)), longitude, latitude, id)
	WHERE is_listed = 1;
--> statement-breakpoint

-- Weekly opening hours; no row for a day means closed.
CREATE TABLE shop_hours (
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	day_of_week integer NOT NULL,
	opens_minute integer NOT NULL,
	closes_minute integer NOT NULL,
	PRIMARY KEY (shop_id, day_of_week),
	CONSTRAINT shop_hours_day CHECK (day_of_week BETWEEN 1 AND 7),
	CONSTRAINT shop_hours_range CHECK (0 <= opens_minute AND opens_minute < closes_minute AND closes_minute <= 1440)
) STRICT;
--> statement-breakpoint

-- Where a customer who pays by bank transfer sends the money (D26).
CREATE TABLE shop_bank_accounts (
	shop_id text PRIMARY KEY NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	bank_name text NOT NULL,
	account_number text NOT NULL,
	account_name text NOT NULL
) STRICT;
--> statement-breakpoint

-- The closed list of what shops offer: hair, nails.
CREATE TABLE categories (
	id text PRIMARY KEY NOT NULL,
	name text NOT NULL,
	position integer NOT NULL
) STRICT;
--> statement-breakpoint

-- The categories under which a shop is listed.
CREATE TABLE shop_categories (
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	category_id text NOT NULL REFERENCES categories (id),
	PRIMARY KEY (shop_id, category_id)
) STRICT;
--> statement-breakpoint

-- What a shop can be booked for.
CREATE TABLE services (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	category_id text NOT NULL REFERENCES categories (id),
	name text NOT NULL,
	description text NOT NULL DEFAULT '',
	duration_minutes integer NOT NULL,
	buffer_minutes integer NOT NULL DEFAULT 0,
	price_kobo integer NOT NULL,
	is_enabled integer NOT NULL DEFAULT true,
	position integer NOT NULL DEFAULT 0,
	external_id text,
	CONSTRAINT service_duration CHECK (duration_minutes BETWEEN 5 AND 720),
	CONSTRAINT service_buffer CHECK (buffer_minutes BETWEEN 0 AND 240),
	CONSTRAINT service_price CHECK (price_kobo >= 0)
) STRICT;
--> statement-breakpoint

CREATE INDEX services_by_shop ON services (shop_id, is_enabled, name);--> statement-breakpoint
CREATE UNIQUE INDEX services_by_external_id ON services (shop_id, external_id) WHERE external_id IS NOT NULL;
--> statement-breakpoint

-- Extras of a shop, chosen at checkout; their minutes count in the length of the slot (D4).
CREATE TABLE add_ons (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	name text NOT NULL,
	duration_minutes integer NOT NULL,
	price_kobo integer NOT NULL,
	is_enabled integer NOT NULL DEFAULT true,
	position integer NOT NULL DEFAULT 0,
	external_id text,
	CONSTRAINT add_on_duration CHECK (duration_minutes BETWEEN 0 AND 240),
	CONSTRAINT add_on_price CHECK (price_kobo >= 0)
) STRICT;
--> statement-breakpoint

CREATE INDEX add_ons_by_shop ON add_ons (shop_id, is_enabled, position);--> statement-breakpoint
CREATE UNIQUE INDEX add_ons_by_external_id ON add_ons (shop_id, external_id) WHERE external_id IS NOT NULL;
--> statement-breakpoint

-- The people who can be booked at a shop.
CREATE TABLE staff_members (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text,
	phone text,
	commission_rate real NOT NULL DEFAULT 0,
	is_active integer NOT NULL DEFAULT true,
	external_id text,
	role text NOT NULL DEFAULT '',
	last_day text,
	CONSTRAINT staff_commission CHECK (commission_rate BETWEEN 0 AND 1)
) STRICT;
--> statement-breakpoint

CREATE INDEX staff_by_shop ON staff_members (shop_id, is_active, first_name);--> statement-breakpoint
CREATE UNIQUE INDEX staff_by_external_id ON staff_members (shop_id, external_id) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX staff_by_last_day ON staff_members (last_day) WHERE last_day IS NOT NULL AND is_active = 1;
--> statement-breakpoint

-- Which services a person offers.
CREATE TABLE staff_services (
	staff_member_id text NOT NULL REFERENCES staff_members (id) ON DELETE CASCADE,
	service_id text NOT NULL REFERENCES services (id) ON DELETE CASCADE,
	PRIMARY KEY (staff_member_id, service_id)
) STRICT;
--> statement-breakpoint

CREATE INDEX staff_services_by_service ON staff_services (service_id, staff_member_id);
--> statement-breakpoint

-- A photo of a shop, or of one of its services. Its bytes stand in the store, under its id.
CREATE TABLE shop_photos (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	service_id text REFERENCES services (id) ON DELETE CASCADE,
	position integer NOT NULL,
	alt text NOT NULL,
	type text NOT NULL,
	width integer NOT NULL,
	height integer NOT NULL,
	digest text NOT NULL,
	thumbnail_type text,
	thumbnail_width integer,
	thumbnail_height integer,
	thumbnail_due_at integer,
	key_id text REFERENCES access_keys (id),
	is_agreed integer NOT NULL,
	created_at integer NOT NULL,
	hidden_at integer,
	CONSTRAINT shop_photo_type CHECK (type IN ('jpeg', 'webp')),
	CONSTRAINT shop_photo_agreed CHECK (is_agreed = 1),
	CONSTRAINT shop_photo_size CHECK (width > 0 AND height > 0),
	CONSTRAINT shop_photo_thumbnail CHECK (
		(thumbnail_type IS NULL) = (thumbnail_width IS NULL) AND (thumbnail_type IS NULL) = (thumbnail_height IS NULL)
		AND (thumbnail_type IS NULL OR thumbnail_type IN ('jpeg', 'webp'))
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX shop_photos_by_place ON shop_photos (shop_id, service_id, position);--> statement-breakpoint
CREATE INDEX shop_photos_to_draw ON shop_photos (thumbnail_due_at) WHERE thumbnail_due_at IS NOT NULL;
--> statement-breakpoint

-- A photo that a visitor found wrong: the operator looks at it. Once for each visitor.
CREATE TABLE photo_reports (
	id text PRIMARY KEY NOT NULL,
	photo_id text NOT NULL REFERENCES shop_photos (id) ON DELETE CASCADE,
	reporter text NOT NULL,
	reason text NOT NULL,
	reported_at integer NOT NULL,
	resolved_at integer,
	CONSTRAINT photo_report_reason CHECK (reason IN ('not_agreed', 'not_theirs', 'offensive', 'other'))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX photo_reports_once ON photo_reports (reporter, photo_id);--> statement-breakpoint
CREATE INDEX photo_reports_by_photo ON photo_reports (photo_id);--> statement-breakpoint
CREATE INDEX photo_reports_open ON photo_reports (reported_at) WHERE resolved_at IS NULL;
--> statement-breakpoint

-- Bytes in the store that no photo names. The row of an upload is written before its bytes are stored, that of a
-- removed photo by a trigger. The job deletes the bytes.
CREATE TABLE loose_photos (
	id text PRIMARY KEY NOT NULL,
	loose_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE INDEX loose_photos_by_age ON loose_photos (loose_at);
--> statement-breakpoint

-- Free starts of a shop, as the slot engine found them, so that a list can show and sort them: all of today, so that a
-- passing half hour makes the next one the first, and the first of each later day. A row is true only until a later
-- write takes that time or ends that shift: each reader checks that in the same read.
CREATE TABLE shop_free_starts (
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	starts_at integer NOT NULL,
	date text NOT NULL,
	start_minute integer NOT NULL,
	blocked_until_at integer NOT NULL,
	service_id text NOT NULL,
	staff_member_id text NOT NULL,
	notice_step_minutes integer NOT NULL,
	is_last_of_day integer NOT NULL,
	PRIMARY KEY (shop_id, starts_at)
) STRICT;
--> statement-breakpoint

CREATE INDEX shop_free_starts_by_start ON shop_free_starts (notice_step_minutes, starts_at, shop_id);--> statement-breakpoint
CREATE INDEX shop_free_starts_by_day ON shop_free_starts (notice_step_minutes, starts_at, shop_id)
	WHERE is_last_of_day = 1;
--> statement-breakpoint

-- When the free starts of each listed shop are to be looked for next. What changes them marks its shop in its own
-- write: triggers on the calendar and on shops, a statement beside each change of a shop's own. 0: never looked for.
CREATE TABLE opening_looks (
	shop_id text PRIMARY KEY NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	due_at integer NOT NULL,
	change_count integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE INDEX opening_looks_due ON opening_looks (due_at);
--> statement-breakpoint

-- How a name sorts and how a place is found: 'Ẹwà Naturals' stands under E, 'bodija' finds Bódìjà. SQLite's lower()
-- knows ASCII alone; these are the letters of Yoruba, Igbo, Hausa and their neighbours, and loose marks.
CREATE TABLE letter_folds (letter TEXT PRIMARY KEY NOT NULL, plain TEXT NOT NULL) STRICT, WITHOUT ROWID;
--> statement-breakpoint

-- A shop's name, area and city without marks and capitals.
CREATE VIEW shop_keys AS
SELECT
	shops.id AS shop_id,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce(
			(SELECT plain FROM letter_folds WHERE letter = substr(shops.name, done + 1, 1)),
			lower(substr(shops.name, done + 1, 1))
		)
		FROM folded WHERE done < length(shops.name)
	) SELECT key FROM folded WHERE done = length(shops.name)) AS sort_name,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce(
			(SELECT plain FROM letter_folds WHERE letter = substr(shops.area, done + 1, 1)),
			lower(substr(shops.area, done + 1, 1))
		)
		FROM folded WHERE done < length(shops.area)
	) SELECT key FROM folded WHERE done = length(shops.area)) AS area_key,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce(
			(SELECT plain FROM letter_folds WHERE letter = substr(shops.city, done + 1, 1)),
			lower(substr(shops.city, done + 1, 1))
		)
		FROM folded WHERE done < length(shops.city)
	) SELECT key FROM folded WHERE done = length(shops.city)) AS city_key
FROM shops;
--> statement-breakpoint

-- The list: each shop once under '' (the chip 'All') and once under each of its categories, in the order of names.
CREATE TABLE shop_directory (
	category_id TEXT NOT NULL,
	sort_name TEXT NOT NULL,
	shop_id TEXT NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	featured_from TEXT,
	featured_until TEXT,
	time_zone TEXT NOT NULL,
	PRIMARY KEY (category_id, sort_name, shop_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint

CREATE INDEX shop_directory_by_shop ON shop_directory (shop_id, category_id);--> statement-breakpoint
CREATE INDEX shop_directory_featured ON shop_directory (category_id, featured_until, shop_id, featured_from,
	time_zone)
WHERE featured_until IS NOT NULL;
--> statement-breakpoint

-- Where an area or a city is: a typed-in place stands for the middle of its shops (D12).
CREATE TABLE shop_places (
	place_key TEXT NOT NULL,
	shop_id TEXT NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	name TEXT NOT NULL,
	latitude REAL NOT NULL,
	longitude REAL NOT NULL,
	PRIMARY KEY (place_key, shop_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint

CREATE INDEX shop_places_by_shop ON shop_places (shop_id);
--> statement-breakpoint

-- What a shop is found by.
CREATE VIEW shop_words AS
SELECT
	shops.id AS shop_id,
	shops.name || char(10) || shops.type || char(10) || shops.area || char(10) || shops.city
		|| coalesce((SELECT char(10) || group_concat(services.name, char(10)) FROM services
			WHERE services.shop_id = shops.id AND services.is_enabled = 1), '')
		|| coalesce((SELECT char(10) || group_concat(categories.name, char(10)) FROM shop_categories
			JOIN categories ON categories.id = shop_categories.category_id
			WHERE shop_categories.shop_id = shops.id), '') AS words,
	coalesce((SELECT group_concat(shop_categories.category_id, ' ') FROM shop_categories
		WHERE shop_categories.shop_id = shops.id), '') AS category_ids
FROM shops;
--> statement-breakpoint

-- The text of the search. Its own integer key, because VACUUM may renumber the hidden rowids of shops.
CREATE TABLE shop_documents (
	number INTEGER PRIMARY KEY,
	shop_id TEXT NOT NULL UNIQUE REFERENCES shops (id) ON DELETE CASCADE,
	words TEXT NOT NULL,
	category_ids TEXT NOT NULL
) STRICT;
--> statement-breakpoint

-- Trigrams find a term anywhere in a word: 'braid' in 'Microbraids'.
CREATE VIRTUAL TABLE shop_search USING fts5(
	words, category_ids, content = 'shop_documents', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint

-- Terms under three letters have no trigram, and find words that begin with them.
CREATE VIRTUAL TABLE shop_word_search USING fts5(
	words, category_ids, content = 'shop_documents', content_rowid = 'number', prefix = '1 2',
	tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint

-- What is derived from a shop is written anew when the shop changes. An insert updates its row for that.
CREATE TRIGGER shops_list_when_new AFTER INSERT ON shops WHEN NEW.is_listed = 1
BEGIN
	UPDATE shops SET is_listed = 1 WHERE id = NEW.id;
END;
--> statement-breakpoint

CREATE TRIGGER shops_list_anew AFTER UPDATE OF name, type, area, city, latitude, longitude, time_zone,
	featured_from, featured_until, is_listed, is_place_known ON shops
BEGIN
	DELETE FROM shop_directory WHERE shop_id = NEW.id;
	DELETE FROM shop_places WHERE shop_id = NEW.id;
	DELETE FROM shop_documents WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO shop_directory
		SELECT '', sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone FROM shop_keys
		WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_directory
		SELECT shop_categories.category_id, shop_keys.sort_name, NEW.id,
			NEW.featured_from, NEW.featured_until, NEW.time_zone
		FROM shop_keys JOIN shop_categories ON shop_categories.shop_id = NEW.id
		WHERE shop_keys.shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT area_key, NEW.id, NEW.area, NEW.latitude, NEW.longitude
		FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1 AND NEW.is_place_known = 1;
	INSERT OR IGNORE INTO shop_places SELECT city_key, NEW.id, NEW.city, NEW.latitude, NEW.longitude
		FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_documents (shop_id, words, category_ids) SELECT NEW.id, words, category_ids FROM shop_words
		WHERE shop_id = NEW.id AND NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET words = excluded.words, category_ids = excluded.category_ids;
	DELETE FROM shop_free_starts WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	DELETE FROM opening_looks WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO opening_looks (shop_id, due_at, change_count) SELECT NEW.id, 0, 1 WHERE NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET due_at = 0, change_count = change_count + 1;
END;
--> statement-breakpoint

CREATE TRIGGER categories_change_in_search AFTER UPDATE OF name ON categories
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_words.shop_id = shop_documents.shop_id)
		WHERE shop_id IN (SELECT shop_id FROM shop_categories WHERE category_id = NEW.id);
END;
--> statement-breakpoint

-- The directory and the search follow the categories and services of a shop. The plus before category_id keeps the
-- planner on the shop's own index: without it each new category walks the whole directory.
CREATE TRIGGER shop_categories_enter_directory AFTER INSERT ON shop_categories
BEGIN
	INSERT INTO shop_directory
		SELECT NEW.category_id, sort_name, shop_id, featured_from, featured_until, time_zone FROM shop_directory
		WHERE shop_id = NEW.shop_id AND +category_id = '';
	UPDATE shop_documents SET (words, category_ids)
		= (SELECT words, category_ids FROM shop_words WHERE shop_id = NEW.shop_id) WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER shop_categories_leave_directory AFTER DELETE ON shop_categories
WHEN EXISTS (SELECT 1 FROM shops WHERE id = OLD.shop_id)
BEGIN
	DELETE FROM shop_directory WHERE shop_id = OLD.shop_id AND category_id = OLD.category_id;
	UPDATE shop_documents SET (words, category_ids)
		= (SELECT words, category_ids FROM shop_words WHERE shop_id = OLD.shop_id) WHERE shop_id = OLD.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER shop_categories_immutable BEFORE UPDATE OF shop_id, category_id ON shop_categories
BEGIN
	SELECT RAISE(ABORT, 'a shop leaves a category by DELETE and joins one by INSERT');
END;
--> statement-breakpoint

CREATE TRIGGER services_enter_search AFTER INSERT ON services WHEN NEW.is_enabled = 1
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_id = NEW.shop_id)
		WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER services_change_in_search AFTER UPDATE OF name, is_enabled, shop_id ON services
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_words.shop_id = shop_documents.shop_id)
		WHERE shop_id IN (OLD.shop_id, NEW.shop_id);
END;
--> statement-breakpoint

CREATE TRIGGER services_leave_search AFTER DELETE ON services WHEN EXISTS (SELECT 1 FROM shops WHERE id = OLD.shop_id)
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_id = OLD.shop_id)
		WHERE shop_id = OLD.shop_id;
END;
--> statement-breakpoint

-- Whatever deletes a photo, its bytes are deleted by the job.
CREATE TRIGGER shop_photos_leave_bytes AFTER DELETE ON shop_photos BEGIN
	INSERT INTO loose_photos (id, loose_at) VALUES (old.id, 0) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- shop_search and shop_word_search keep no text of their own: a row leaves them with the words that it entered with.
CREATE TRIGGER shop_documents_enter_search AFTER INSERT ON shop_documents
BEGIN
	INSERT INTO shop_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
	INSERT INTO shop_word_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
END;
--> statement-breakpoint

CREATE TRIGGER shop_documents_leave_search AFTER DELETE ON shop_documents
BEGIN
	INSERT INTO shop_search (shop_search, rowid, words, category_ids)
		VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_word_search (shop_word_search, rowid, words, category_ids)
		VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
END;
--> statement-breakpoint

CREATE TRIGGER shop_documents_change_in_search AFTER UPDATE ON shop_documents
WHEN OLD.words <> NEW.words OR OLD.category_ids <> NEW.category_ids
BEGIN
	INSERT INTO shop_search (shop_search, rowid, words, category_ids)
		VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_word_search (shop_word_search, rowid, words, category_ids)
		VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
	INSERT INTO shop_word_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
END;
--> statement-breakpoint

INSERT INTO letter_folds (letter, plain) VALUES
	('À', 'a'), ('Á', 'a'), ('Â', 'a'), ('Ã', 'a'), ('Ä', 'a'), ('Ç', 'c'), ('È', 'e'), ('É', 'e'), ('Ê', 'e'),
	('Ë', 'e'), ('Ì', 'i'), ('Í', 'i'), ('Î', 'i'), ('Ï', 'i'), ('Ñ', 'n'), ('Ò', 'o'), ('Ó', 'o'), ('Ô', 'o'),
	('Õ', 'o'), ('Ö', 'o'), ('Ù', 'u'), ('Ú', 'u'), ('Û', 'u'), ('Ü', 'u'), ('Ý', 'y'), ('à', 'a'), ('á', 'a'),
	('â', 'a'), ('ã', 'a'), ('ä', 'a'), ('ç', 'c'), ('è', 'e'), ('é', 'e'), ('ê', 'e'), ('ë', 'e'), ('ì', 'i'),
	('í', 'i'), ('î', 'i'), ('ï', 'i'), ('ñ', 'n'), ('ò', 'o'), ('ó', 'o'), ('ô', 'o'), ('õ', 'o'), ('ö', 'o'),
	('ù', 'u'), ('ú', 'u'), ('û', 'u'), ('ü', 'u'), ('ý', 'y'), ('Ā', 'a'), ('ā', 'a'), ('Ē', 'e'), ('ē', 'e'),
	('Ĩ', 'i'), ('ĩ', 'i'), ('Ī', 'i'), ('ī', 'i'), ('Ń', 'n'), ('ń', 'n'), ('Ŋ', 'n'), ('ŋ', 'n'), ('Ō', 'o'),
	('ō', 'o'), ('Ũ', 'u'), ('ũ', 'u'), ('Ū', 'u'), ('ū', 'u'), ('Ɓ', 'b'), ('Ɔ', 'o'), ('Ɗ', 'd'), ('Ǝ', 'e'),
	('Ɛ', 'e'), ('Ƙ', 'k'), ('ƙ', 'k'), ('Ƴ', 'y'), ('ƴ', 'y'), ('ǝ', 'e'), ('Ǹ', 'n'), ('ǹ', 'n'), ('ɓ', 'b'),
	('ɔ', 'o'), ('ɗ', 'd'), ('ɛ', 'e'), ('̀', ''), ('́', ''), ('̂', ''), ('̃', ''), ('̄', ''), ('̇', ''),
	('̈', ''), ('̌', ''), ('̍', ''), ('̣', ''), ('̩', ''), ('Ḡ', 'g'), ('ḡ', 'g'), ('Ḥ', 'h'), ('ḥ', 'h'),
	('Ḿ', 'm'), ('ḿ', 'm'), ('Ṅ', 'n'), ('ṅ', 'n'), ('Ṣ', 's'), ('ṣ', 's'), ('Ạ', 'a'), ('ạ', 'a'), ('Ẹ', 'e'),
	('ẹ', 'e'), ('Ẽ', 'e'), ('ẽ', 'e'), ('Ị', 'i'), ('ị', 'i'), ('Ọ', 'o'), ('ọ', 'o'), ('Ụ', 'u'), ('ụ', 'u');
