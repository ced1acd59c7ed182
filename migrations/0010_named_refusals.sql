-- What a batch is expected to be refused for gets a name of its own; a broken NOT NULL or foreign key is a bug from now on
-- (docs/decisions/016). The table is by drizzle-kit, STRICT and the triggers by hand.
CREATE TABLE `refused_writes` (
	`word` text NOT NULL,
	CONSTRAINT "refused_write_without_trigger" CHECK(0)
) STRICT;
--> statement-breakpoint

-- 1. Conditions that only the batch knows, such as the prices that were shown: it inserts the word where one fails.
CREATE TRIGGER refused_writes_appointment_not_movable BEFORE INSERT ON refused_writes
WHEN NEW.word = 'appointment_not_movable'
BEGIN
	SELECT RAISE(ABORT, 'appointment_not_movable');
END;
--> statement-breakpoint
CREATE TRIGGER refused_writes_draft_already_booked BEFORE INSERT ON refused_writes
WHEN NEW.word = 'draft_already_booked'
BEGIN
	SELECT RAISE(ABORT, 'draft_already_booked');
END;
--> statement-breakpoint
CREATE TRIGGER refused_writes_session_or_password_changed BEFORE INSERT ON refused_writes
WHEN NEW.word = 'session_or_password_changed'
BEGIN
	SELECT RAISE(ABORT, 'session_or_password_changed');
END;
--> statement-breakpoint
CREATE TRIGGER refused_writes_shown_prices_changed BEFORE INSERT ON refused_writes
WHEN NEW.word = 'shown_prices_changed'
BEGIN
	SELECT RAISE(ABORT, 'shown_prices_changed');
END;
--> statement-breakpoint

-- 2. A draft that is booked already gets no offer of other times.
CREATE TRIGGER transactions_offer_needs_open_draft BEFORE INSERT ON transactions
WHEN NEW.outcome = 'offered'
BEGIN
	SELECT RAISE(ABORT, 'draft_already_booked') WHERE EXISTS (
		SELECT 1 FROM checkouts paid JOIN checkouts booked ON booked.draft_id = paid.draft_id AND booked.status = 'COMPLETED'
		WHERE paid.id = NEW.checkout_id
	);
END;
--> statement-breakpoint

-- 3. A draft that was deleted in another tab takes nothing more.
CREATE TRIGGER holds_need_draft BEFORE INSERT ON holds
WHEN NOT EXISTS (SELECT 1 FROM drafts WHERE id = NEW.draft_id)
BEGIN
	SELECT RAISE(ABORT, 'draft_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER draft_services_need_draft BEFORE INSERT ON draft_services
WHEN NOT EXISTS (SELECT 1 FROM drafts WHERE id = NEW.draft_id)
BEGIN
	SELECT RAISE(ABORT, 'draft_deleted');
END;
