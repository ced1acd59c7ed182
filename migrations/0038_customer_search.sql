-- What a shop finds its customers by: the names of their bookings, and their phone numbers. Everything here is derived: it
-- can be rebuilt from checkouts. Each word begins with its shop, so that a search reads the words of one shop alone, however
-- many shops there are. A phone number is found by its beginning, and by its last seven digits.
INSERT INTO rate_limit_kinds (kind) VALUES ('customer-search');
--> statement-breakpoint
CREATE TABLE customer_documents (
	number INTEGER PRIMARY KEY,
	client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
	words TEXT NOT NULL,
	UNIQUE (client_id, words)
) STRICT;
--> statement-breakpoint
CREATE VIRTUAL TABLE customer_search USING fts5(
	words, content = 'customer_documents', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- A word that is deleted leaves the index too: an erased customer is in it no longer.
INSERT INTO customer_search (customer_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW customer_words AS
SELECT checkout_id, client_id, mark || replace(names, ' ', ' ' || mark)
	|| coalesce(' ' || mark || substr(phone, -7) || ' ' || mark || iif(phone LIKE '+234%', substr(phone, 5), substr(phone, 2)), '') AS words
FROM (
	SELECT id AS checkout_id, client_id, phone, hex(shop_id) || 'x' AS mark,
		trim(replace(replace(replace(first_name || ' ' || last_name || ' ' || coalesce(visitor_name, ''), '-', ' '), '''', ' '), '’', ' ')) AS names
	FROM checkouts WHERE first_name <> 'Former customer'
) WHERE names <> '' OR phone IS NOT NULL;
--> statement-breakpoint
INSERT OR IGNORE INTO customer_documents (client_id, words) SELECT client_id, words FROM customer_words;
--> statement-breakpoint
INSERT INTO customer_search (customer_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER customer_document_becomes_searchable AFTER INSERT ON customer_documents
BEGIN
	INSERT INTO customer_search (rowid, words) VALUES (NEW.number, NEW.words);
END;
--> statement-breakpoint
CREATE TRIGGER customer_document_leaves_search AFTER DELETE ON customer_documents
BEGIN
	INSERT INTO customer_search (customer_search, rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;
--> statement-breakpoint
CREATE TRIGGER customer_is_found_by_a_booking AFTER INSERT ON checkouts
BEGIN
	INSERT OR IGNORE INTO customer_documents (client_id, words) SELECT client_id, words FROM customer_words WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER customer_is_found_by_a_change AFTER UPDATE OF client_id, first_name, last_name, phone, visitor_name ON checkouts
BEGIN
	DELETE FROM customer_documents WHERE client_id = OLD.client_id
		AND words NOT IN (SELECT words FROM customer_words WHERE client_id = OLD.client_id);
	INSERT OR IGNORE INTO customer_documents (client_id, words) SELECT client_id, words FROM customer_words WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER customer_is_found_no_more AFTER DELETE ON checkouts
BEGIN
	DELETE FROM customer_documents WHERE client_id = OLD.client_id
		AND words NOT IN (SELECT words FROM customer_words WHERE client_id = OLD.client_id);
END;
