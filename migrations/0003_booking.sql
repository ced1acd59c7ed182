-- Drafts and holds, checkouts, appointments, and what follows them: reviews, problems, waits. What two requests could
-- break together is refused by a trigger, inside the batch that tries it, so that all of that batch rolls back.

-- A person as one shop knows them. Without `user_id` it is a guest, matched by e-mail; by phone only without one (D8,
-- D32).
CREATE TABLE clients (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	user_id text,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text,
	phone text,
	shop_note text,
	created_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX clients_guest_email ON clients (shop_id, email) WHERE user_id IS NULL;--> statement-breakpoint
CREATE INDEX clients_guest_phone ON clients (shop_id, phone);--> statement-breakpoint
CREATE INDEX clients_by_user ON clients (user_id, shop_id);--> statement-breakpoint
-- An account that verifies this e-mail becomes their owner in all shops (D8).
CREATE INDEX clients_guest_by_email ON clients (email) WHERE user_id IS NULL;--> statement-breakpoint
-- All customers of a shop, a page at a time.
CREATE INDEX clients_by_shop ON clients (shop_id, created_at, id);
--> statement-breakpoint

-- A code of a shop that takes something off. Triggers on promo_uses count how often it was used.
CREATE TABLE promo_codes (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	code text NOT NULL,
	discount_type text NOT NULL,
	discount_value integer NOT NULL,
	is_active integer NOT NULL DEFAULT true,
	expires_at integer,
	max_uses integer,
	current_uses integer NOT NULL DEFAULT 0,
	minimum_amount_kobo integer NOT NULL DEFAULT 0,
	CONSTRAINT promo_code_case CHECK (code = upper(code)),
	CONSTRAINT promo_discount CHECK (
		discount_type IN ('percent', 'amount') AND discount_value > 0
		AND (discount_type = 'amount' OR discount_value <= 100)
	),
	CONSTRAINT promo_uses_limit CHECK (current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX promo_codes_by_code ON promo_codes (shop_id, code);
--> statement-breakpoint

-- A booking in the making, found by a signed cookie that carries its id (D1).
CREATE TABLE drafts (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	starts_at integer,
	first_name text NOT NULL DEFAULT '',
	last_name text NOT NULL DEFAULT '',
	email text NOT NULL DEFAULT '',
	phone text NOT NULL DEFAULT '',
	promo_code text NOT NULL DEFAULT '',
	customer_note text NOT NULL DEFAULT '',
	visitor_name text NOT NULL DEFAULT '',
	tip_kind text NOT NULL DEFAULT 'none',
	tip_percent integer NOT NULL DEFAULT 0,
	tip_custom_kobo integer NOT NULL DEFAULT 0,
	reward_id text,
	uses_cashback integer NOT NULL DEFAULT false,
	payment_choice text,
	appointment_id text REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	created_at integer NOT NULL,
	saved_at integer NOT NULL,
	first_held_at integer,
	CONSTRAINT draft_tip CHECK (
		tip_kind IN ('none', 'percent', 'custom') AND tip_percent BETWEEN 0 AND 100 AND tip_custom_kobo >= 0
	),
	CONSTRAINT draft_payment CHECK (
		payment_choice IS NULL OR payment_choice IN ('cash', 'transfer', 'pos', 'online')
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX drafts_by_saved ON drafts (saved_at);
--> statement-breakpoint

-- The services of a visit in order, each with the person chosen for it.
CREATE TABLE draft_services (
	draft_id text NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
	position integer NOT NULL,
	service_id text NOT NULL REFERENCES services (id),
	staff_choice text,
	staff_member_id text REFERENCES staff_members (id),
	PRIMARY KEY (draft_id, position),
	CONSTRAINT draft_service_staff CHECK ((coalesce(staff_choice, '') = 'named') = (staff_member_id IS NOT NULL))
) STRICT;
--> statement-breakpoint

-- The extras that a draft has chosen.
CREATE TABLE draft_add_ons (
	draft_id text NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
	add_on_id text NOT NULL REFERENCES add_ons (id),
	PRIMARY KEY (draft_id, add_on_id)
) STRICT;
--> statement-breakpoint

-- A chosen time kept for its draft until `expires_at`; what it keeps are its rows in calendar_entries.
CREATE TABLE holds (
	id text PRIMARY KEY NOT NULL,
	draft_id text NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
	shop_id text NOT NULL REFERENCES shops (id),
	segment_count integer NOT NULL,
	starts_at integer NOT NULL,
	expires_at integer NOT NULL,
	renewed_at integer,
	contact_email text,
	contact_mailbox text GENERATED ALWAYS AS (
		CASE WHEN rtrim(substr(contact_email, instr(contact_email, '@') + 1), '.') IN ('gmail.com', 'googlemail.com')
		THEN replace(substr(contact_email, 1, instr(replace(contact_email, '+', '@'), '@') - 1), '.', '') || '@gmail.com'
		ELSE substr(contact_email, 1, instr(replace(contact_email, '+', '@'), '@') - 1)
			|| '@' || rtrim(substr(contact_email, instr(contact_email, '@') + 1), '.')
		END
	) VIRTUAL,
	contact_phone text,
	network_key text,
	user_id text,
	checkout_id text,
	checked_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX holds_draft_id_unique ON holds (draft_id);--> statement-breakpoint
CREATE INDEX holds_by_expiry ON holds (expires_at);--> statement-breakpoint
CREATE INDEX holds_by_phone ON holds (contact_phone, expires_at);--> statement-breakpoint
CREATE INDEX holds_by_network ON holds (network_key, expires_at);--> statement-breakpoint
CREATE INDEX holds_by_checkout ON holds (checkout_id) WHERE checkout_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX holds_by_user ON holds (user_id, expires_at);--> statement-breakpoint
CREATE INDEX holds_by_mailbox ON holds (contact_mailbox, expires_at);
--> statement-breakpoint

-- What a stranger has made within the last hour: the write that makes more counts these rows (D33). They are purged
-- after the hour.
CREATE TABLE counted_acts (
	kind text NOT NULL,
	subject_id text NOT NULL,
	shop_id text NOT NULL,
	network_key text,
	staff_minutes integer NOT NULL DEFAULT 0,
	acted_at integer NOT NULL,
	PRIMARY KEY (kind, subject_id),
	CONSTRAINT counted_act_kind CHECK (kind IN ('draft', 'booking', 'payment'))
) STRICT;
--> statement-breakpoint

CREATE INDEX counted_acts_by_network ON counted_acts (network_key, kind, acted_at);--> statement-breakpoint
CREATE INDEX counted_acts_by_time ON counted_acts (acted_at);
--> statement-breakpoint

-- What was agreed to be paid, with the amounts that the server computed at that moment (D2).
CREATE TABLE checkouts (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	client_id text NOT NULL REFERENCES clients (id),
	draft_id text NOT NULL,
	subtotal_kobo integer NOT NULL,
	discount_kobo integer NOT NULL,
	tip_kobo integer NOT NULL,
	total_kobo integer NOT NULL,
	payment_choice text NOT NULL,
	payment_method text NOT NULL,
	status text NOT NULL DEFAULT 'PENDING',
	payment_reference text,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text,
	mailbox text GENERATED ALWAYS AS (
		CASE WHEN rtrim(substr(email, instr(email, '@') + 1), '.') IN ('gmail.com', 'googlemail.com')
		THEN replace(substr(email, 1, instr(replace(email, '+', '@'), '@') - 1), '.', '') || '@gmail.com'
		ELSE substr(email, 1, instr(replace(email, '+', '@'), '@') - 1)
			|| '@' || rtrim(substr(email, instr(email, '@') + 1), '.')
		END
	) VIRTUAL,
	phone text,
	customer_note text,
	visitor_name text,
	discount_reason text,
	created_by_user_id text,
	created_at integer NOT NULL,
	starts_at integer,
	refundable_until_at integer,
	promo_code_id text REFERENCES promo_codes (id),
	due_kobo integer,
	reward_id text,
	referral_code_id text,
	is_same_device integer NOT NULL DEFAULT false,
	cashback_kobo integer NOT NULL DEFAULT 0,
	contact_looked_at integer,
	CONSTRAINT checkout_amounts CHECK (
		subtotal_kobo >= 0 AND discount_kobo BETWEEN 0 AND subtotal_kobo AND tip_kobo >= 0
		AND total_kobo = subtotal_kobo - discount_kobo + tip_kobo
	),
	CONSTRAINT checkout_vocabulary CHECK (
		payment_choice IN ('cash', 'transfer', 'pos', 'online') AND payment_method IN ('CASH', 'TRANSFER', 'CARD')
		AND status IN ('PENDING', 'COMPLETED')
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX checkouts_by_client ON checkouts (client_id);--> statement-breakpoint
-- A draft that is booked twice is one appointment, whichever of its checkouts came first.
CREATE UNIQUE INDEX checkouts_one_booking ON checkouts (draft_id) WHERE status = 'COMPLETED';--> statement-breakpoint
CREATE INDEX checkouts_by_draft ON checkouts (draft_id);--> statement-breakpoint
-- Count a contact's appointments and payment starts (D33).
CREATE INDEX checkouts_by_email ON checkouts (email, created_at);--> statement-breakpoint
CREATE INDEX checkouts_by_phone ON checkouts (phone, created_at);--> statement-breakpoint
CREATE INDEX checkouts_by_account ON checkouts (created_by_user_id, created_at);--> statement-breakpoint
-- Rows to delete when the payment never came (F13).
CREATE INDEX checkouts_unpaid ON checkouts (created_at) WHERE status = 'PENDING';--> statement-breakpoint
-- Checkouts that may have to release what they keep from others.
CREATE INDEX checkouts_pending ON checkouts (created_at)
	WHERE status = 'PENDING'
		AND (promo_code_id IS NOT NULL OR reward_id IS NOT NULL OR referral_code_id IS NOT NULL OR cashback_kobo > 0);--> statement-breakpoint
CREATE INDEX checkouts_by_mailbox ON checkouts (mailbox, created_at);--> statement-breakpoint
-- Guests whose contact is cut when their visits are long over (S32).
CREATE INDEX checkouts_of_guests ON checkouts (contact_looked_at, created_at)
	WHERE created_by_user_id IS NULL AND first_name <> 'Former customer';
--> statement-breakpoint

-- The services of a checkout that is paid online, as they were priced, each with who was chosen for it.
CREATE TABLE checkout_services (
	checkout_id text NOT NULL REFERENCES checkouts (id),
	position integer NOT NULL,
	service_id text NOT NULL REFERENCES services (id),
	staff_member_id text REFERENCES staff_members (id),
	name text NOT NULL,
	price_kobo integer NOT NULL,
	duration_minutes integer NOT NULL,
	buffer_minutes integer NOT NULL,
	PRIMARY KEY (checkout_id, position)
) STRICT;
--> statement-breakpoint

-- The extras of a checkout that is paid online, as they were priced.
CREATE TABLE checkout_add_ons (
	checkout_id text NOT NULL REFERENCES checkouts (id),
	add_on_id text NOT NULL REFERENCES add_ons (id),
	name text NOT NULL,
	price_kobo integer NOT NULL,
	duration_minutes integer NOT NULL,
	PRIMARY KEY (checkout_id, add_on_id)
) STRICT;
--> statement-breakpoint

-- A use of a promo code, reserved with its checkout and deleted when that is released (D14).
CREATE TABLE promo_uses (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id),
	promo_code_id text NOT NULL REFERENCES promo_codes (id),
	amount_kobo integer NOT NULL,
	used_at integer NOT NULL
) STRICT;
--> statement-breakpoint

-- A deposit that a shop asks for by a link (D66): its checkout waits for the payment, and the hold of that checkout
-- keeps the time. Only the hold says until when.
CREATE TABLE deposit_links (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
	shop_id text NOT NULL REFERENCES shops (id),
	code text NOT NULL,
	asked_at integer NOT NULL,
	mail_count integer NOT NULL DEFAULT 0,
	let_go_at integer
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX deposit_links_by_code ON deposit_links (code);--> statement-breakpoint
-- Finds waiting links among the newest of a shop, whose number is limited.
CREATE INDEX deposit_links_by_shop ON deposit_links (shop_id, asked_at);
--> statement-breakpoint

-- A booked visit: when, for whom, at what price, and what became of it. Its services are rows of
-- appointment_services, its time rows of calendar_entries.
CREATE TABLE appointments (
	id text PRIMARY KEY NOT NULL,
	reference_number text NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	client_id text NOT NULL REFERENCES clients (id),
	checkout_id text NOT NULL REFERENCES checkouts (id),
	service_id text NOT NULL REFERENCES services (id),
	staff_member_id text REFERENCES staff_members (id),
	segment_count integer NOT NULL,
	scheduled_date text NOT NULL,
	scheduled_time text NOT NULL,
	starts_at integer NOT NULL,
	ends_at integer NOT NULL,
	duration_minutes integer NOT NULL,
	total_kobo integer NOT NULL,
	tip_kobo integer NOT NULL,
	discount_kobo integer NOT NULL,
	promo_code_id text REFERENCES promo_codes (id),
	reward_id text,
	referral_code_id text,
	cashback_kobo integer NOT NULL DEFAULT 0,
	payment_method text NOT NULL DEFAULT 'CASH',
	payment_status text NOT NULL DEFAULT 'pending',
	status text NOT NULL DEFAULT 'SCHEDULED',
	paid_kobo integer NOT NULL DEFAULT 0,
	refundable_until_at integer NOT NULL,
	notes text,
	created_at integer NOT NULL,
	cancelled_at integer,
	completed_at integer,
	completions integer NOT NULL DEFAULT 0,
	missed_at integer,
	arrived_at integer,
	transfer_paid_at integer,
	cancellation_reason text,
	customer_note text,
	visitor_name text,
	late_minutes integer,
	late_told_at integer,
	calendar_sequence integer NOT NULL DEFAULT 0,
	changed_at integer,
	is_walk_in integer NOT NULL DEFAULT false,
	paid_at_shop_kobo integer NOT NULL DEFAULT 0,
	move_count integer NOT NULL DEFAULT 0,
	CONSTRAINT appointment_paid CHECK (paid_kobo BETWEEN 0 AND max(total_kobo, 0)),
	CONSTRAINT appointment_vocabulary CHECK (
		payment_method IN ('CASH', 'TRANSFER', 'CARD') AND payment_status IN ('pending', 'completed')
		AND status IN ('SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')
	),
	CONSTRAINT appointment_amounts CHECK (total_kobo >= 0 AND tip_kobo >= 0 AND discount_kobo >= 0),
	CONSTRAINT appointment_range CHECK (starts_at < ends_at),
	CONSTRAINT appointment_cancelled CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX appointments_reference_number_unique ON appointments (reference_number);--> statement-breakpoint
CREATE UNIQUE INDEX appointments_checkout_id_unique ON appointments (checkout_id);--> statement-breakpoint
CREATE INDEX appointments_by_client ON appointments (client_id, starts_at);--> statement-breakpoint
CREATE INDEX appointments_by_shop ON appointments (shop_id, starts_at);--> statement-breakpoint
CREATE INDEX appointments_missed ON appointments (client_id) WHERE status = 'NO_SHOW';--> statement-breakpoint
-- The takings of a period, by when the shop said that the money came.
CREATE INDEX appointments_paid_at_shop ON appointments (
	shop_id,
	(CASE WHEN transfer_paid_at IS NULL THEN completed_at ELSE transfer_paid_at END)
) WHERE paid_at_shop_kobo > 0;--> statement-breakpoint
-- What stays with the shop of visits that were paid online and did not take place.
CREATE INDEX appointments_kept ON appointments (
	shop_id,
	(CASE WHEN cancelled_at IS NOT NULL THEN cancelled_at WHEN missed_at IS NOT NULL THEN missed_at ELSE starts_at END)
) WHERE status IN ('CANCELLED', 'NO_SHOW') AND paid_kobo > 0;
--> statement-breakpoint

-- A priced service of an appointment, as it was when it was booked.
CREATE TABLE appointment_services (
	appointment_id text NOT NULL REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	position integer NOT NULL,
	service_id text NOT NULL REFERENCES services (id),
	staff_member_id text NOT NULL REFERENCES staff_members (id),
	name text NOT NULL,
	price_kobo integer NOT NULL,
	duration_minutes integer NOT NULL,
	PRIMARY KEY (appointment_id, position),
	CONSTRAINT appointment_service_price CHECK (price_kobo >= 0)
) STRICT;
--> statement-breakpoint

-- A priced extra of an appointment, as it was when it was booked.
CREATE TABLE appointment_add_ons (
	appointment_id text NOT NULL REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	add_on_id text NOT NULL REFERENCES add_ons (id),
	name text NOT NULL,
	price_kobo integer NOT NULL,
	duration_minutes integer NOT NULL,
	PRIMARY KEY (appointment_id, add_on_id),
	CONSTRAINT appointment_add_on_price CHECK (price_kobo >= 0)
) STRICT;
--> statement-breakpoint

-- When each appointment was last changed, in what its shop sees of it. Kept by triggers, which take the database's
-- clock: within a shop every change is later than all before it, in the order in which they were committed.
CREATE TABLE appointment_updates (
	appointment_id text PRIMARY KEY NOT NULL REFERENCES appointments (id),
	shop_id text NOT NULL,
	updated_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE INDEX appointment_updates_by_shop ON appointment_updates (shop_id, updated_at);
--> statement-breakpoint

-- One per completed appointment; the shop's rating is made of these and nothing else (D12).
CREATE TABLE reviews (
	appointment_id text PRIMARY KEY NOT NULL REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	shop_id text NOT NULL REFERENCES shops (id),
	client_id text NOT NULL REFERENCES clients (id),
	rating integer NOT NULL,
	comment text NOT NULL DEFAULT '',
	created_at integer NOT NULL,
	hidden_at integer,
	reply text,
	replied_at integer,
	CONSTRAINT review_rating CHECK (rating BETWEEN 1 AND 5)
) STRICT;
--> statement-breakpoint

CREATE INDEX reviews_by_shop ON reviews (shop_id, created_at);
--> statement-breakpoint

-- A review that was reported as unfair, false or hurtful: the operator looks at it. Once for each visitor.
CREATE TABLE review_reports (
	id text PRIMARY KEY NOT NULL,
	appointment_id text NOT NULL REFERENCES reviews (appointment_id) ON DELETE CASCADE,
	reporter text NOT NULL,
	reason text NOT NULL,
	reported_at integer NOT NULL,
	resolved_at integer
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX review_reports_once ON review_reports (reporter, appointment_id);--> statement-breakpoint
CREATE INDEX review_reports_open ON review_reports (reported_at) WHERE resolved_at IS NULL;
--> statement-breakpoint

-- What a customer says was wrong about a past visit: the shop answers, and the operator sees what stays open.
CREATE TABLE visit_problems (
	id text PRIMARY KEY NOT NULL,
	appointment_id text NOT NULL REFERENCES appointments (id),
	shop_id text REFERENCES shops (id),
	kind text NOT NULL,
	words text NOT NULL,
	reported_at integer NOT NULL,
	resolved_at integer,
	answer text
) STRICT;
--> statement-breakpoint

CREATE INDEX visit_problems_by_appointment ON visit_problems (appointment_id);--> statement-breakpoint
CREATE INDEX visit_problems_open ON visit_problems (reported_at) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX visit_problems_open_of_shop ON visit_problems (shop_id, reported_at) WHERE resolved_at IS NULL;
--> statement-breakpoint

-- A customer who waits for a time on a full day. A freed time is held for them by a hold of a draft of their own,
-- which their message leads to.
CREATE TABLE slot_waits (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	service_id text NOT NULL REFERENCES services (id),
	staff_member_id text REFERENCES staff_members (id),
	date text NOT NULL,
	user_id text,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text NOT NULL,
	mailbox text GENERATED ALWAYS AS (
		CASE WHEN rtrim(substr(email, instr(email, '@') + 1), '.') IN ('gmail.com', 'googlemail.com')
		THEN replace(substr(email, 1, instr(replace(email, '+', '@'), '@') - 1), '.', '') || '@gmail.com'
		ELSE substr(email, 1, instr(replace(email, '+', '@'), '@') - 1)
			|| '@' || rtrim(substr(email, instr(email, '@') + 1), '.')
		END
	) VIRTUAL,
	phone text,
	proven_at integer,
	network_key text,
	joined_at integer NOT NULL,
	ended_at integer,
	ended_by text,
	offer_count integer NOT NULL DEFAULT 0,
	offered_at integer,
	offer_expires_at integer,
	offered_starts_at integer,
	draft_id text,
	looked_at integer NOT NULL,
	CONSTRAINT slot_wait_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX slot_waits_one_per_day ON slot_waits (email, shop_id, date) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX slot_waits_by_day ON slot_waits (date, shop_id, joined_at);--> statement-breakpoint
CREATE INDEX slot_waits_to_look_at ON slot_waits (looked_at) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX slot_waits_by_user ON slot_waits (user_id) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX slot_waits_by_network ON slot_waits (network_key, joined_at) WHERE network_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX slot_waits_by_mailbox ON slot_waits (mailbox) WHERE ended_at IS NULL;
--> statement-breakpoint

-- What a shop finds a customer by, from each booking: names and the end of the phone number. Each word begins with a
-- mark of the shop, so that one index serves all (D65).
CREATE VIEW customer_words AS
SELECT checkout_id, client_id, mark || replace(names, ' ', ' ' || mark)
	|| coalesce(' ' || mark || substr(phone, -7) || ' ' || mark
		|| iif(phone LIKE '+234%', substr(phone, 5), substr(phone, 2)), '') AS words
FROM (
	SELECT id AS checkout_id, client_id, phone, hex(shop_id) || 'x' AS mark,
		trim(replace(replace(replace(first_name || ' ' || last_name || ' '
			|| coalesce(visitor_name, ''), '-', ' '), '''', ' '), '’', ' ')) AS names
	FROM checkouts WHERE first_name <> 'Former customer'
) WHERE names <> '' OR phone IS NOT NULL;
--> statement-breakpoint

-- The text of the search of customers, once for each client and spelling.
CREATE TABLE customer_documents (
	number INTEGER PRIMARY KEY,
	client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
	words TEXT NOT NULL,
	UNIQUE (client_id, words)
) STRICT;
--> statement-breakpoint

-- Words of customers, without marks and capitals.
CREATE VIRTUAL TABLE customer_search USING fts5(
	words, content = 'customer_documents', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint

-- A word that is deleted leaves the index too: an erased customer is in it no longer (S32).
INSERT INTO customer_search (customer_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint

CREATE TRIGGER draft_services_need_draft BEFORE INSERT ON draft_services
WHEN NOT EXISTS (SELECT 1 FROM drafts WHERE id = NEW.draft_id)
BEGIN
	SELECT RAISE(ABORT, 'draft_deleted');
END;
--> statement-breakpoint

-- A hold, and a live appointment, keep time for each of their services. The entries are written first, by a SELECT that
-- finds no row when no one is free: then this refuses the whole batch.
CREATE TRIGGER holds_need_time AFTER INSERT ON holds
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE hold_id = NEW.id) <> NEW.segment_count;
END;
--> statement-breakpoint

-- Extending a hold extends its time. An expired one whose time was taken since cannot be revived:
-- calendar_entries_refuse_overlap_on_update refuses its entries.
CREATE TRIGGER holds_extend_time AFTER UPDATE OF expires_at ON holds
BEGIN
	UPDATE calendar_entries SET checked_at = NEW.checked_at, held_until_at = NEW.expires_at WHERE hold_id = NEW.id;
END;
--> statement-breakpoint

-- A draft that was deleted in another tab takes nothing more.
CREATE TRIGGER holds_need_draft BEFORE INSERT ON holds
WHEN NOT EXISTS (SELECT 1 FROM drafts WHERE id = NEW.draft_id)
BEGIN
	SELECT RAISE(ABORT, 'draft_deleted');
END;
--> statement-breakpoint

-- A draft keeps times for 30 minutes in all, from its first hold on; a started payment keeps its own longer.
CREATE TRIGGER holds_limit_time_on_insert AFTER INSERT ON holds
WHEN NEW.checkout_id IS NULL
BEGIN
	UPDATE drafts SET first_held_at = NEW.checked_at WHERE id = NEW.draft_id AND first_held_at IS NULL;
	SELECT RAISE(ABORT, 'hold_time_used')
	WHERE NEW.expires_at > (SELECT first_held_at FROM drafts WHERE id = NEW.draft_id) + 1800000
		AND NOT EXISTS (
			SELECT 1 FROM checkouts JOIN payment_attempts attempt ON attempt.checkout_id = checkouts.id
			WHERE checkouts.draft_id = NEW.draft_id AND attempt.expires_at >= NEW.expires_at
		);
END;
--> statement-breakpoint

CREATE TRIGGER holds_limit_time_on_update AFTER UPDATE OF expires_at ON holds
WHEN NEW.checkout_id IS NULL AND NEW.expires_at > OLD.expires_at
BEGIN
	SELECT RAISE(ABORT, 'hold_time_used')
	WHERE NEW.expires_at > (SELECT first_held_at FROM drafts WHERE id = NEW.draft_id) + 1800000;
END;
--> statement-breakpoint

-- A shop that is not listed takes no holds, which paying needs, and no bookings (S26).
CREATE TRIGGER holds_need_listed_shop BEFORE INSERT ON holds
WHEN NOT EXISTS (SELECT 1 FROM shops WHERE id = NEW.shop_id AND is_listed = 1)
BEGIN
	SELECT RAISE(ABORT, 'shop_not_listed');
END;
--> statement-breakpoint

CREATE TRIGGER counted_acts_need_listed_shop BEFORE INSERT ON counted_acts
WHEN NEW.kind = 'booking' AND NOT EXISTS (SELECT 1 FROM shops WHERE id = NEW.shop_id AND is_listed = 1)
BEGIN
	SELECT RAISE(ABORT, 'shop_not_listed');
END;
--> statement-breakpoint

-- A guest of whom nothing is left but a deleted checkout is deleted with it (F13).
CREATE TRIGGER checkouts_delete_unused_client AFTER DELETE ON checkouts
BEGIN
	DELETE FROM clients
	WHERE id = OLD.client_id AND user_id IS NULL
		AND NOT EXISTS (SELECT 1 FROM checkouts WHERE client_id = OLD.client_id)
		AND NOT EXISTS (SELECT 1 FROM appointments WHERE client_id = OLD.client_id);
END;
--> statement-breakpoint

-- The search of customers follows the bookings.
CREATE TRIGGER checkouts_enter_search AFTER INSERT ON checkouts
BEGIN
	INSERT OR IGNORE INTO customer_documents (client_id, words) SELECT client_id, words FROM customer_words
		WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint

CREATE TRIGGER checkouts_change_in_search AFTER UPDATE OF client_id, first_name, last_name, phone, visitor_name
	ON checkouts
BEGIN
	DELETE FROM customer_documents WHERE client_id = OLD.client_id
		AND words NOT IN (SELECT words FROM customer_words WHERE client_id = OLD.client_id);
	INSERT OR IGNORE INTO customer_documents (client_id, words) SELECT client_id, words FROM customer_words
		WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint

CREATE TRIGGER checkouts_leave_search AFTER DELETE ON checkouts
BEGIN
	DELETE FROM customer_documents WHERE client_id = OLD.client_id
		AND words NOT IN (SELECT words FROM customer_words WHERE client_id = OLD.client_id);
END;
--> statement-breakpoint

CREATE TRIGGER checkouts_record_update_of_contact AFTER UPDATE OF first_name, last_name, email, phone ON checkouts
BEGIN
	UPDATE appointments SET notes = notes WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint

-- A promo code is used only while it is valid, and never more often than it may be (promo_uses_limit backs this).
CREATE TRIGGER promo_uses_need_valid_code BEFORE INSERT ON promo_uses
BEGIN
	SELECT RAISE(ABORT, 'promo_not_valid') WHERE NOT EXISTS (
		SELECT 1
		FROM promo_codes promo
		JOIN checkouts checkout ON checkout.id = NEW.checkout_id AND checkout.shop_id = promo.shop_id
		WHERE promo.id = NEW.promo_code_id
			AND promo.is_active = 1
			AND (promo.expires_at IS NULL OR promo.expires_at > NEW.used_at)
			AND (promo.max_uses IS NULL OR promo.current_uses < promo.max_uses)
			AND NEW.amount_kobo >= promo.minimum_amount_kobo
	);
END;
--> statement-breakpoint

CREATE TRIGGER promo_uses_count_up AFTER INSERT ON promo_uses
BEGIN
	UPDATE promo_codes SET current_uses = current_uses + 1 WHERE id = NEW.promo_code_id;
END;
--> statement-breakpoint

CREATE TRIGGER promo_uses_count_down AFTER DELETE ON promo_uses
BEGIN
	UPDATE promo_codes SET current_uses = current_uses - 1 WHERE id = OLD.promo_code_id;
END;
--> statement-breakpoint

-- A live appointment needs its time when it is made, and keeps it. A cancelled or missed one releases it.
CREATE TRIGGER appointments_need_time AFTER INSERT ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.segment_count
		OR (SELECT min(starts_at) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.starts_at;
END;
--> statement-breakpoint

CREATE TRIGGER appointments_keep_time AFTER UPDATE OF status, starts_at, segment_count ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.segment_count
		OR (SELECT min(starts_at) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.starts_at;
END;
--> statement-breakpoint

CREATE TRIGGER appointments_release_time AFTER UPDATE OF status ON appointments
WHEN NEW.status IN ('CANCELLED', 'NO_SHOW')
BEGIN
	DELETE FROM calendar_entries WHERE appointment_id = NEW.id;
END;
--> statement-breakpoint

-- A shop limits the moves and changes of an appointment. Its present start is no move.
CREATE TRIGGER appointments_limit_moves BEFORE UPDATE OF starts_at, changed_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at OR NEW.changed_at IS NOT OLD.changed_at
BEGIN
	SELECT RAISE(ABORT, 'too_many_moves')
	WHERE OLD.move_count >= (SELECT min(max_moves, 50) FROM shops WHERE id = OLD.shop_id);
END;
--> statement-breakpoint

CREATE TRIGGER appointments_count_moves AFTER UPDATE OF starts_at, changed_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at OR NEW.changed_at IS NOT OLD.changed_at
BEGIN
	UPDATE appointments SET move_count = move_count + 1 WHERE id = NEW.id;
END;
--> statement-breakpoint

-- A live appointment takes time for the services that it has: as long as they are, the last one with its add-ons (F15).
CREATE TRIGGER appointments_keep_services AFTER UPDATE OF starts_at ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'visit_changed')
	FROM calendar_entries entry
	LEFT JOIN appointment_services item ON item.appointment_id = entry.appointment_id AND item.position = entry.position
	WHERE entry.appointment_id = NEW.id AND (item.service_id IS NOT entry.service_id
		OR entry.ends_at - entry.starts_at <> 60000 * (item.duration_minutes + iif(item.position = NEW.segment_count - 1,
			(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_add_ons WHERE appointment_id = NEW.id), 0)));
END;
--> statement-breakpoint

-- Records when an appointment last changed, in the order of the commits, even where the clock goes back. An insert, a
-- changed contact and a problem update the appointment, which fires this trigger.
CREATE TRIGGER appointments_record_update AFTER UPDATE ON appointments
BEGIN
	INSERT INTO appointment_updates VALUES (NEW.id, NEW.shop_id, max(CAST(unixepoch('subsec') * 1000 AS INTEGER),
		1 + coalesce((SELECT max(updated_at) FROM appointment_updates WHERE shop_id = NEW.shop_id), 0)))
	ON CONFLICT (appointment_id) DO UPDATE SET updated_at = excluded.updated_at;
END;
--> statement-breakpoint

CREATE TRIGGER appointments_record_insert AFTER INSERT ON appointments
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.id;
END;
--> statement-breakpoint

-- Ratings come from reviews of completed appointments, and a shop's numbers are made of nothing else (D12).
CREATE TRIGGER reviews_need_completed_appointment BEFORE INSERT ON reviews
BEGIN
	SELECT RAISE(ABORT, 'review_not_allowed') WHERE NOT EXISTS (
		SELECT 1 FROM appointments
		WHERE id = NEW.appointment_id AND status = 'COMPLETED' AND shop_id = NEW.shop_id AND client_id = NEW.client_id
	);
END;
--> statement-breakpoint

CREATE TRIGGER reviews_enter_rating AFTER INSERT ON reviews
BEGIN
	UPDATE shops SET rating_sum = rating_sum + NEW.rating, review_count = review_count + 1 WHERE id = NEW.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER reviews_change_rating AFTER UPDATE OF rating, hidden_at ON reviews
BEGIN
	UPDATE shops SET
		rating_sum = rating_sum - iif(OLD.hidden_at IS NULL, OLD.rating, 0) + iif(NEW.hidden_at IS NULL, NEW.rating, 0),
		review_count = review_count - (OLD.hidden_at IS NULL) + (NEW.hidden_at IS NULL)
	WHERE id = NEW.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER reviews_leave_rating AFTER DELETE ON reviews WHEN OLD.hidden_at IS NULL
BEGIN
	UPDATE shops SET rating_sum = rating_sum - OLD.rating, review_count = review_count - 1 WHERE id = OLD.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER visit_problems_record_insert AFTER INSERT ON visit_problems
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.appointment_id;
END;
--> statement-breakpoint

CREATE TRIGGER visit_problems_record_update AFTER UPDATE ON visit_problems
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.appointment_id;
END;
--> statement-breakpoint

-- customer_search keeps no text of its own.
CREATE TRIGGER customer_documents_enter_search AFTER INSERT ON customer_documents
BEGIN
	INSERT INTO customer_search (rowid, words) VALUES (NEW.number, NEW.words);
END;
--> statement-breakpoint

CREATE TRIGGER customer_documents_leave_search AFTER DELETE ON customer_documents
BEGIN
	INSERT INTO customer_search (customer_search, rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;
