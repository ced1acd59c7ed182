-- Programs, cards and rewards, referrals, cashback, and the search of programs.

-- A shop's punch card or cashback program. Its rules are columns, so that each shop has its own.
CREATE TABLE loyalty_programs (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	kind text NOT NULL,
	name text NOT NULL,
	description text NOT NULL DEFAULT '',
	status text NOT NULL DEFAULT 'active',
	cashback_percent integer,
	minimum_spend_kobo integer NOT NULL DEFAULT 0,
	reward_days integer NOT NULL DEFAULT 90,
	gold_visits integer NOT NULL DEFAULT 10,
	platinum_visits integer NOT NULL DEFAULT 25,
	expires_at integer,
	created_at integer NOT NULL,
	referral_referrer_kobo integer,
	referral_friend_kobo integer,
	CONSTRAINT loyalty_program_referral CHECK (
		(referral_friend_kobo IS NULL) = (referral_referrer_kobo IS NULL) AND coalesce(referral_friend_kobo, 1) > 0
		AND coalesce(referral_referrer_kobo, 1) > 0
	),
	CONSTRAINT loyalty_program_vocabulary CHECK (
		kind IN ('punch_card', 'cashback') AND status IN ('active', 'ended')
	),
	CONSTRAINT loyalty_program_cashback CHECK (
		(kind = 'cashback') = (cashback_percent IS NOT NULL) AND coalesce(cashback_percent, 1) BETWEEN 1 AND 100
	),
	CONSTRAINT loyalty_program_numbers CHECK (
		minimum_spend_kobo >= 0 AND reward_days BETWEEN 1 AND 3650 AND gold_visits BETWEEN 1 AND platinum_visits
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX loyalty_programs_one_cashback ON loyalty_programs (shop_id)
	WHERE kind = 'cashback' AND status = 'active';--> statement-breakpoint
CREATE INDEX loyalty_programs_by_shop ON loyalty_programs (shop_id);--> statement-breakpoint
CREATE INDEX loyalty_programs_listed ON loyalty_programs (name, id) WHERE status = 'active';
--> statement-breakpoint

-- The card of a punch card program: how many stamps fill it, and whether it starts again then.
CREATE TABLE punch_cards (
	program_id text PRIMARY KEY NOT NULL REFERENCES loyalty_programs (id),
	visits_required integer NOT NULL DEFAULT 10,
	is_cyclic integer NOT NULL DEFAULT true,
	CONSTRAINT punch_card_visits CHECK (visits_required BETWEEN 1 AND 100)
) STRICT;
--> statement-breakpoint

-- A stamp of the card that gives a reward.
CREATE TABLE loyalty_milestones (
	id text PRIMARY KEY NOT NULL,
	program_id text NOT NULL REFERENCES punch_cards (program_id),
	visits_required integer NOT NULL,
	reward_kind text NOT NULL,
	value integer,
	unit text,
	service_id text REFERENCES services (id),
	description text NOT NULL,
	CONSTRAINT loyalty_milestone_visits CHECK (visits_required > 0),
	CONSTRAINT loyalty_milestone_reward CHECK (
		reward_kind IN ('discount', 'free_service', 'cashback', 'upgrade', 'milestone_reward', 'manual', 'custom')
		AND CASE reward_kind WHEN 'discount' THEN value > 0 AND unit IS NOT NULL AND (unit = 'kobo' OR value <= 100)
		WHEN 'cashback' THEN value > 0 AND unit = 'kobo' WHEN 'free_service' THEN service_id IS NOT NULL ELSE 1 END
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX loyalty_milestones_one_a_stamp ON loyalty_milestones (program_id, visits_required);
--> statement-breakpoint

-- An account in a program, and how far it has come. Its counters are the sums of its visits (I7).
CREATE TABLE loyalty_enrollments (
	id text PRIMARY KEY NOT NULL,
	program_id text NOT NULL REFERENCES loyalty_programs (id),
	shop_id text NOT NULL REFERENCES shops (id),
	user_id text NOT NULL,
	status text NOT NULL DEFAULT 'active',
	enrolled_at integer NOT NULL,
	visits_count integer NOT NULL DEFAULT 0,
	cycle_count integer NOT NULL DEFAULT 1,
	total_spent_kobo integer NOT NULL DEFAULT 0,
	cashback_earned_kobo integer NOT NULL DEFAULT 0,
	referral_code text,
	CONSTRAINT loyalty_enrollment_status CHECK (status IN ('active', 'ended')),
	CONSTRAINT loyalty_enrollment_counters CHECK (
		visits_count >= 0 AND cycle_count >= 1 AND total_spent_kobo >= 0 AND cashback_earned_kobo >= 0
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX loyalty_enrollments_one_active ON loyalty_enrollments (user_id, program_id)
	WHERE status = 'active';--> statement-breakpoint
CREATE INDEX loyalty_enrollments_by_user ON loyalty_enrollments (user_id, shop_id);--> statement-breakpoint
CREATE UNIQUE INDEX loyalty_enrollments_one_code ON loyalty_enrollments (referral_code)
	WHERE referral_code IS NOT NULL;
--> statement-breakpoint

-- A completed visit as it was counted for an enrollment: undoing it reverses just this (D38).
CREATE TABLE loyalty_visits (
	appointment_id text NOT NULL REFERENCES appointments (id),
	enrollment_id text NOT NULL REFERENCES loyalty_enrollments (id),
	visited_on text NOT NULL,
	is_stamp integer NOT NULL,
	cycle_count integer NOT NULL,
	paid_kobo integer NOT NULL,
	cashback_kobo integer NOT NULL,
	counted_at integer NOT NULL,
	PRIMARY KEY (appointment_id, enrollment_id),
	CONSTRAINT loyalty_visit_amounts CHECK (paid_kobo >= 0 AND cashback_kobo BETWEEN 0 AND paid_kobo)
) STRICT;
--> statement-breakpoint

-- One stamp for each program and day (D39).
CREATE UNIQUE INDEX loyalty_visits_one_stamp_a_day ON loyalty_visits (enrollment_id, visited_on)
	WHERE is_stamp = 1;--> statement-breakpoint
CREATE INDEX loyalty_visits_by_enrollment ON loyalty_visits (enrollment_id, counted_at);
--> statement-breakpoint

-- Something earned, with a code that works once and for its holder only (D42).
CREATE TABLE rewards (
	id text PRIMARY KEY NOT NULL,
	enrollment_id text NOT NULL REFERENCES loyalty_enrollments (id),
	shop_id text NOT NULL REFERENCES shops (id),
	user_id text NOT NULL,
	milestone_id text NOT NULL REFERENCES loyalty_milestones (id),
	cycle_count integer NOT NULL,
	appointment_id text NOT NULL REFERENCES appointments (id),
	reward_kind text NOT NULL,
	value integer,
	unit text,
	service_id text REFERENCES services (id),
	description text NOT NULL,
	code text NOT NULL,
	earned_at integer NOT NULL,
	expires_at integer NOT NULL,
	used_at integer,
	voucher_opened_at integer,
	CONSTRAINT reward_vocabulary CHECK (
		reward_kind IN ('discount', 'free_service', 'cashback', 'upgrade', 'milestone_reward', 'manual', 'custom')
		AND (unit IS NULL OR unit IN ('percent', 'kobo'))
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX rewards_code_unique ON rewards (code);--> statement-breakpoint
-- Each milestone counts once for each card (D39).
CREATE UNIQUE INDEX rewards_one_a_milestone ON rewards (enrollment_id, milestone_id, cycle_count);--> statement-breakpoint
CREATE INDEX rewards_by_user ON rewards (user_id, earned_at);--> statement-breakpoint
CREATE INDEX rewards_by_appointment ON rewards (appointment_id);--> statement-breakpoint
CREATE INDEX rewards_used ON rewards (shop_id, used_at) WHERE used_at IS NOT NULL;
--> statement-breakpoint

-- A reward that a checkout has taken; releasing it deletes the row. The row stays after the visit, when the reward is
-- used as well.
CREATE TABLE reward_uses (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
	reward_id text NOT NULL REFERENCES rewards (id),
	used_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX reward_uses_reward_id_unique ON reward_uses (reward_id);
--> statement-breakpoint

-- A referral code that a friend's checkout has taken. Releasing it deletes the row, and the code is free again. The
-- amounts are the program's at that moment. A friend is known by e-mail and phone, in a form in which spellings of one
-- address or number are equal; erasing the friend removes it.
CREATE TABLE referrals (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
	shop_id text NOT NULL REFERENCES shops (id),
	code text NOT NULL,
	enrollment_id text REFERENCES loyalty_enrollments (id),
	referrer_kobo integer NOT NULL,
	friend_kobo integer NOT NULL,
	friend_user_id text,
	friend_email text,
	friend_phone text,
	is_same_device integer NOT NULL,
	created_at integer NOT NULL,
	status text NOT NULL DEFAULT 'reserved',
	reason text,
	settled_at integer,
	CONSTRAINT referral_vocabulary CHECK (status IN ('reserved', 'paid', 'held', 'refused')),
	CONSTRAINT referral_amounts CHECK (referrer_kobo > 0 AND friend_kobo > 0),
	CONSTRAINT referral_settled CHECK (
		(status = 'reserved') = (settled_at IS NULL) AND (status IN ('held', 'refused')) = (reason IS NOT NULL)
		AND (reason IS NULL OR reason IN (
			'referrer_gone', 'same_account', 'same_email', 'same_phone', 'by_operator', 'same_device',
			'same_card', 'too_many')
		)
	)
) STRICT;
--> statement-breakpoint

-- Once for each friend and shop (I11).
CREATE UNIQUE INDEX referrals_one_an_account ON referrals (shop_id, friend_user_id);--> statement-breakpoint
CREATE UNIQUE INDEX referrals_one_an_email ON referrals (shop_id, friend_email);--> statement-breakpoint
CREATE UNIQUE INDEX referrals_one_a_phone ON referrals (shop_id, friend_phone);--> statement-breakpoint
CREATE INDEX referrals_by_enrollment ON referrals (enrollment_id, settled_at);--> statement-breakpoint
-- Rows to release when the payment never comes, and rows that wait for the operator.
CREATE INDEX referrals_open ON referrals (created_at) WHERE status IN ('reserved', 'held');--> statement-breakpoint
-- Rows that wait for their shop's decision.
CREATE INDEX referrals_held_of_shop ON referrals (shop_id, settled_at) WHERE status = 'held';
--> statement-breakpoint

-- Owner and shop of a cashback account. The ledger's rows stay when the person is deleted (D54).
CREATE TABLE cashback_accounts (
	id text PRIMARY KEY NOT NULL,
	user_id text,
	shop_id text NOT NULL REFERENCES shops (id),
	created_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX cashback_accounts_one ON cashback_accounts (user_id, shop_id);--> statement-breakpoint
CREATE INDEX cashback_accounts_by_shop ON cashback_accounts (shop_id);
--> statement-breakpoint

-- Cashback that a checkout pays with; releasing it deletes the row. It is reserved here while the checkout waits for
-- its payment, and spent in the ledger too once the visit is booked.
CREATE TABLE cashback_uses (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
	account_id text NOT NULL REFERENCES cashback_accounts (id),
	amount_kobo integer NOT NULL,
	used_at integer NOT NULL,
	CONSTRAINT cashback_use_amount CHECK (amount_kobo > 0)
) STRICT;
--> statement-breakpoint

CREATE INDEX cashback_uses_by_account ON cashback_uses (account_id);
--> statement-breakpoint

-- Cashback that must be reversed but was already spent: the account owes it to the shop (D38). Cashback returned
-- to the account there pays it, and its visit may earn it again; until then it is the shop's expense.
CREATE TABLE cashback_write_offs (
	id text PRIMARY KEY NOT NULL,
	account_id text NOT NULL REFERENCES cashback_accounts (id),
	appointment_id text NOT NULL REFERENCES appointments (id),
	amount_kobo integer NOT NULL,
	reason text NOT NULL,
	completion integer NOT NULL DEFAULT 0,
	settled_kobo integer NOT NULL DEFAULT 0,
	written_off_at integer NOT NULL,
	CONSTRAINT cashback_write_off_settled CHECK (settled_kobo BETWEEN 0 AND amount_kobo),
	CONSTRAINT cashback_write_off CHECK (
		amount_kobo > 0 AND reason IN ('visit_undone', 'referral_undone', 'payment_refunded')
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX cashback_write_offs_by_account ON cashback_write_offs (account_id);
--> statement-breakpoint

-- What a loyalty program is found by: its name, and the name and address of its shop. Only active programs of listed
-- shops are in it.
CREATE VIEW program_words AS
SELECT loyalty_programs.id AS program_id, shops.id AS shop_id,
	loyalty_programs.name || char(10) || shops.name || char(10) || shops.address || char(10) || shops.area
		|| char(10) || shops.city AS words
FROM loyalty_programs JOIN shops ON shops.id = loyalty_programs.shop_id
WHERE loyalty_programs.status = 'active' AND shops.is_listed = 1;
--> statement-breakpoint

-- Derived: it can be rebuilt from loyalty_programs and shops. The shop's id is searched as a phrase, so that a shop's
-- few rows are found without a walk; the comparison beside it makes the match exact.
CREATE VIRTUAL TABLE program_search USING fts5(
	program_id UNINDEXED, shop_id, words, prefix = '1 2', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint

-- The search of programs follows them and their shops.
CREATE TRIGGER loyalty_programs_enter_search AFTER INSERT ON loyalty_programs
BEGIN
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words
		WHERE program_id = NEW.id;
END;
--> statement-breakpoint

CREATE TRIGGER loyalty_programs_change_in_search AFTER UPDATE OF name, status, shop_id ON loyalty_programs
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || OLD.shop_id || '"' AND program_id = OLD.id;
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words
		WHERE program_id = NEW.id;
END;
--> statement-breakpoint

CREATE TRIGGER loyalty_programs_leave_search AFTER DELETE ON loyalty_programs
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || OLD.shop_id || '"' AND program_id = OLD.id;
END;
--> statement-breakpoint

CREATE TRIGGER shops_change_programs_in_search AFTER UPDATE OF name, address, area, city, is_listed ON shops
WHEN EXISTS (SELECT 1 FROM loyalty_programs WHERE shop_id = NEW.id)
BEGIN
	DELETE FROM program_search WHERE program_search MATCH 'shop_id : "' || NEW.id || '"' AND shop_id = NEW.id;
	INSERT INTO program_search (program_id, shop_id, words) SELECT program_id, shop_id, words FROM program_words
		WHERE shop_id = NEW.id;
END;
