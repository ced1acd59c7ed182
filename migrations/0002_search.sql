-- What Discover reads. A list of 50,000 shops has to answer as fast as a list of ten, so its order, its filters and its
-- search are kept here, in step with the shops, by triggers. Everything below is derived: it can be rebuilt from shops,
-- services and shop_categories. Only listed shops are in it.

-- 1. How a name sorts and how a place is found: 'Ẹwà Naturals' stands under E, 'bodija' finds Bódìjà. SQLite's lower()
--    knows ASCII alone; these are the letters of Yoruba, Igbo, Hausa and their neighbours, and loose marks.
CREATE TABLE letter_folds (letter TEXT PRIMARY KEY NOT NULL, plain TEXT NOT NULL) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO letter_folds (letter, plain)
SELECT value, plain FROM (
	SELECT 'a' AS plain, '["à","á","â","ã","ä","ā","ạ","À","Á","Â","Ã","Ä","Ā","Ạ"]' AS letters
	UNION ALL SELECT 'b', '["ɓ","Ɓ"]'
	UNION ALL SELECT 'c', '["ç","Ç"]'
	UNION ALL SELECT 'd', '["ɗ","Ɗ"]'
	UNION ALL SELECT 'e', '["è","é","ê","ẽ","ë","ē","ẹ","ǝ","ɛ","È","É","Ê","Ẽ","Ë","Ē","Ẹ","Ǝ","Ɛ"]'
	UNION ALL SELECT 'g', '["ḡ","Ḡ"]'
	UNION ALL SELECT 'h', '["ḥ","Ḥ"]'
	UNION ALL SELECT 'i', '["ì","í","î","ĩ","ï","ī","ị","Ì","Í","Î","Ĩ","Ï","Ī","Ị"]'
	UNION ALL SELECT 'k', '["ƙ","Ƙ"]'
	UNION ALL SELECT 'm', '["ḿ","Ḿ"]'
	UNION ALL SELECT 'n', '["ǹ","ń","ñ","ṅ","ŋ","Ǹ","Ń","Ñ","Ṅ","Ŋ"]'
	UNION ALL SELECT 'o', '["ò","ó","ô","õ","ö","ō","ọ","ɔ","Ò","Ó","Ô","Õ","Ö","Ō","Ọ","Ɔ"]'
	UNION ALL SELECT 's', '["ṣ","Ṣ"]'
	UNION ALL SELECT 'u', '["ù","ú","û","ũ","ü","ū","ụ","Ù","Ú","Û","Ũ","Ü","Ū","Ụ"]'
	UNION ALL SELECT 'y', '["ƴ","ý","Ƴ","Ý"]'
	UNION ALL SELECT '', json_array(char(768), char(769), char(770), char(771), char(772), char(775), char(776), char(780), char(781), char(803), char(809))
) folds, json_each(folds.letters);
--> statement-breakpoint
CREATE VIEW shop_keys AS
SELECT
	shops.id AS shop_id,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce((SELECT plain FROM letter_folds WHERE letter = substr(shops.name, done + 1, 1)), lower(substr(shops.name, done + 1, 1)))
		FROM folded WHERE done < length(shops.name)
	) SELECT key FROM folded WHERE done = length(shops.name)) AS sort_name,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce((SELECT plain FROM letter_folds WHERE letter = substr(shops.area, done + 1, 1)), lower(substr(shops.area, done + 1, 1)))
		FROM folded WHERE done < length(shops.area)
	) SELECT key FROM folded WHERE done = length(shops.area)) AS area_key,
	(WITH RECURSIVE folded (done, key) AS (
		SELECT 0, ''
		UNION ALL
		SELECT done + 1, key || coalesce((SELECT plain FROM letter_folds WHERE letter = substr(shops.city, done + 1, 1)), lower(substr(shops.city, done + 1, 1)))
		FROM folded WHERE done < length(shops.city)
	) SELECT key FROM folded WHERE done = length(shops.city)) AS city_key
FROM shops;
--> statement-breakpoint

-- 2. The list: each shop once under '' (the chip 'All') and once under each of its categories, in the order of names.
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
CREATE INDEX shop_directory_by_shop ON shop_directory (shop_id, category_id);
--> statement-breakpoint
CREATE INDEX shop_directory_featured ON shop_directory (category_id, featured_until, shop_id, featured_from, time_zone)
WHERE featured_until IS NOT NULL;
--> statement-breakpoint

-- 3. Where an area or a city is: a typed-in place stands for the middle of its shops (D12).
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

-- 4. The search. Its own integer key, because VACUUM may renumber the hidden rowids of shops. Trigrams find a term
--    anywhere in a word ('braid' in 'Microbraids'); terms under three letters have no trigram, and find words that
--    begin with them.
CREATE TABLE shop_documents (
	number INTEGER PRIMARY KEY,
	shop_id TEXT NOT NULL UNIQUE REFERENCES shops (id) ON DELETE CASCADE,
	words TEXT NOT NULL,
	category_ids TEXT NOT NULL
) STRICT;
--> statement-breakpoint
CREATE VIRTUAL TABLE shop_search USING fts5(
	words, category_ids, content = 'shop_documents', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE shop_word_search USING fts5(
	words, category_ids, content = 'shop_documents', content_rowid = 'number', prefix = '1 2', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER shop_document_becomes_searchable AFTER INSERT ON shop_documents
BEGIN
	INSERT INTO shop_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
	INSERT INTO shop_word_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
END;
--> statement-breakpoint
CREATE TRIGGER shop_document_leaves_search AFTER DELETE ON shop_documents
BEGIN
	INSERT INTO shop_search (shop_search, rowid, words, category_ids) VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_word_search (shop_word_search, rowid, words, category_ids) VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
END;
--> statement-breakpoint
CREATE TRIGGER shop_document_changes_in_search AFTER UPDATE ON shop_documents
WHEN OLD.words <> NEW.words OR OLD.category_ids <> NEW.category_ids
BEGIN
	INSERT INTO shop_search (shop_search, rowid, words, category_ids) VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_word_search (shop_word_search, rowid, words, category_ids) VALUES ('delete', OLD.number, OLD.words, OLD.category_ids);
	INSERT INTO shop_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
	INSERT INTO shop_word_search (rowid, words, category_ids) VALUES (NEW.number, NEW.words, NEW.category_ids);
END;
--> statement-breakpoint

-- 5. What a shop is found by.
CREATE VIEW shop_words AS
SELECT
	shops.id AS shop_id,
	shops.name || char(10) || shops.type || char(10) || shops.area || char(10) || shops.city
		|| coalesce((SELECT char(10) || group_concat(services.name, char(10)) FROM services WHERE services.shop_id = shops.id AND services.is_enabled = 1), '')
		|| coalesce((SELECT char(10) || group_concat(categories.name, char(10)) FROM shop_categories JOIN categories ON categories.id = shop_categories.category_id WHERE shop_categories.shop_id = shops.id), '') AS words,
	coalesce((SELECT group_concat(shop_categories.category_id, ' ') FROM shop_categories WHERE shop_categories.shop_id = shops.id), '') AS category_ids
FROM shops;
--> statement-breakpoint

-- 6. In step with the shops.
CREATE TRIGGER shop_is_listed_when_new AFTER INSERT ON shops WHEN NEW.is_listed = 1
BEGIN
	INSERT INTO shop_directory SELECT '', sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone FROM shop_keys WHERE shop_id = NEW.id;
	INSERT OR IGNORE INTO shop_places SELECT area_key, NEW.id, NEW.area, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id;
	INSERT OR IGNORE INTO shop_places SELECT city_key, NEW.id, NEW.city, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id;
	INSERT INTO shop_documents (shop_id, words, category_ids) SELECT NEW.id, words, category_ids FROM shop_words WHERE shop_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER shop_is_listed_anew AFTER UPDATE OF name, type, area, city, latitude, longitude, time_zone, featured_from, featured_until, is_listed ON shops
BEGIN
	DELETE FROM shop_directory WHERE shop_id = NEW.id;
	DELETE FROM shop_places WHERE shop_id = NEW.id;
	DELETE FROM shop_documents WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO shop_directory SELECT '', sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_directory SELECT shop_categories.category_id, shop_keys.sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone
		FROM shop_keys JOIN shop_categories ON shop_categories.shop_id = NEW.id WHERE shop_keys.shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT area_key, NEW.id, NEW.area, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT city_key, NEW.id, NEW.city, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_documents (shop_id, words, category_ids) SELECT NEW.id, words, category_ids FROM shop_words WHERE shop_id = NEW.id AND NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET words = excluded.words, category_ids = excluded.category_ids;
END;
--> statement-breakpoint
CREATE TRIGGER shop_category_is_listed AFTER INSERT ON shop_categories
BEGIN
	-- The plus keeps the planner on the shop's own index: without it each new category walks the whole directory.
	INSERT INTO shop_directory SELECT NEW.category_id, sort_name, shop_id, featured_from, featured_until, time_zone FROM shop_directory WHERE shop_id = NEW.shop_id AND +category_id = '';
	UPDATE shop_documents SET (words, category_ids) = (SELECT words, category_ids FROM shop_words WHERE shop_id = NEW.shop_id) WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER shop_category_is_unlisted AFTER DELETE ON shop_categories WHEN EXISTS (SELECT 1 FROM shops WHERE id = OLD.shop_id)
BEGIN
	DELETE FROM shop_directory WHERE shop_id = OLD.shop_id AND category_id = OLD.category_id;
	UPDATE shop_documents SET (words, category_ids) = (SELECT words, category_ids FROM shop_words WHERE shop_id = OLD.shop_id) WHERE shop_id = OLD.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER category_keeps_its_shops BEFORE UPDATE OF shop_id, category_id ON shop_categories
BEGIN
	SELECT RAISE(ABORT, 'a shop leaves a category by DELETE and joins one by INSERT');
END;
--> statement-breakpoint
CREATE TRIGGER category_is_found_by_its_new_name AFTER UPDATE OF name ON categories
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_words.shop_id = shop_documents.shop_id)
		WHERE shop_id IN (SELECT shop_id FROM shop_categories WHERE category_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER service_becomes_searchable AFTER INSERT ON services WHEN NEW.is_enabled = 1
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_id = NEW.shop_id) WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER service_changes_in_search AFTER UPDATE OF name, is_enabled, shop_id ON services
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_words.shop_id = shop_documents.shop_id)
		WHERE shop_id IN (OLD.shop_id, NEW.shop_id);
END;
--> statement-breakpoint
CREATE TRIGGER service_leaves_search AFTER DELETE ON services WHEN EXISTS (SELECT 1 FROM shops WHERE id = OLD.shop_id)
BEGIN
	UPDATE shop_documents SET words = (SELECT words FROM shop_words WHERE shop_id = OLD.shop_id) WHERE shop_id = OLD.shop_id;
END;
