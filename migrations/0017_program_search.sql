-- What a loyalty program is found by: its name, and the name and address of its shop. Everything here is derived: it can be
-- rebuilt from loyalty_programs and shops. Only active programs of listed shops are in it. The shop's id is searched as a
-- phrase, so that a shop's few rows are found without a walk; the comparison beside it makes the match exact.
CREATE VIRTUAL TABLE program_search USING fts5(
	program_id UNINDEXED, shop_id, words, prefix = '1 2', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIEW program_words AS
SELECT loyalty_programs.id AS program_id, shops.id AS shop_id,
	loyalty_programs.name || char(10) || shops.name || char(10) || shops.address || char(10) || shops.area || char(10) || shops.city AS words
FROM loyalty_programs JOIN shops ON shops.id = loyalty_programs.shop_id
WHERE loyalty_programs.status = 'active' AND shops.is_listed = 1;
--> statement-breakpoint
INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words;
--> statement-breakpoint
CREATE TRIGGER program_becomes_searchable AFTER INSERT ON loyalty_programs
BEGIN
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words WHERE program_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER program_changes_in_search AFTER UPDATE OF name, status, shop_id ON loyalty_programs
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || OLD.shop_id || '"' AND program_id = OLD.id;
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words WHERE program_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER program_leaves_search AFTER DELETE ON loyalty_programs
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || OLD.shop_id || '"' AND program_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER programs_of_shop_change_in_search AFTER UPDATE OF name, address, area, city, is_listed ON shops
WHEN EXISTS (SELECT 1 FROM loyalty_programs WHERE shop_id = NEW.id)
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || NEW.id || '"' AND shop_id = NEW.id;
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words WHERE shop_id = NEW.id;
END;
