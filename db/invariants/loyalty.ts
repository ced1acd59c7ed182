import type { Invariant } from './invariant.ts'

/** Cashback that is credited at once: the write that earned its reward used it (D42). */
const creditedRewards = `(SELECT coalesce(sum(value), 0) FROM rewards WHERE enrollment_id = enrollment.id AND reward_kind = 'cashback')`

/** A paid referral belongs to the enrollment whose code the friend used (D41). */
const paidReferrals = `(SELECT coalesce(sum(referrer_kobo), 0) FROM referrals WHERE enrollment_id = enrollment.id AND status = 'paid')`

/** Cashback that appointments earned for accounts, less reversals. */
const movedByAppointments = `SELECT ledger.owner AS account_id, coalesce((SELECT appointment_id FROM cashback_write_offs
		WHERE id = entry.subject_id AND entry.kind = 'cashback-repaid'), entry.subject_id) AS appointment_id,
		-line.amount_kobo AS out_kobo
	FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
	JOIN ledger_accounts ledger ON ledger.id = line.account_id AND ledger.kind = 'cashback'
	WHERE entry.kind IN
		('cashback', 'cashback-undone', 'cashback-refunded', 'cashback-repaid', 'referral', 'referral-undone')`

export const loyaltyInvariants: readonly Invariant[] = [
	{
		name: 'D39: the stamps of an enrollment are those of its visits, card after card',
		sql: `SELECT enrollment.id AS subject FROM loyalty_enrollments enrollment
			LEFT JOIN punch_cards card ON card.program_id = enrollment.program_id
			WHERE (enrollment.cycle_count - 1) * coalesce(card.visits_required, 0) + enrollment.visits_count
				<> (SELECT count(*) FROM loyalty_visits WHERE enrollment_id = enrollment.id AND is_stamp = 1)`,
	},
	{
		name: 'D39: a card holds no more stamps than fill it, and a cyclic one starts again then',
		sql: `SELECT enrollment.id AS subject FROM loyalty_enrollments enrollment
			JOIN punch_cards card ON card.program_id = enrollment.program_id
			WHERE enrollment.visits_count > card.visits_required - card.is_cyclic OR (card.is_cyclic = 0 AND enrollment.cycle_count > 1)`,
	},
	{
		name: 'D29: what an enrollment spent and earned is what its visits paid and gave',
		sql: `SELECT enrollment.id AS subject FROM loyalty_enrollments enrollment
			LEFT JOIN loyalty_visits visit ON visit.enrollment_id = enrollment.id
			GROUP BY enrollment.id
			HAVING enrollment.total_spent_kobo <> coalesce(sum(visit.paid_kobo), 0)
				OR enrollment.cashback_earned_kobo <> coalesce(sum(visit.cashback_kobo), 0) + ${creditedRewards} + ${paidReferrals}`,
	},
	{
		name: 'D35: a counted visit is completed, of the account of the enrollment, at its shop',
		sql: `SELECT counted.appointment_id AS subject FROM loyalty_visits counted
			JOIN loyalty_enrollments enrollment ON enrollment.id = counted.enrollment_id
			JOIN appointments visit ON visit.id = counted.appointment_id
			JOIN clients client ON client.id = visit.client_id
			WHERE visit.status <> 'COMPLETED' OR visit.shop_id <> enrollment.shop_id OR client.user_id IS NOT enrollment.user_id
				OR visit.scheduled_date <> counted.visited_on`,
	},
	{
		name: 'D35: an enrollment and its rewards are of the shop and the account that they say',
		sql: `SELECT enrollment.id AS subject FROM loyalty_enrollments enrollment
				JOIN loyalty_programs program ON program.id = enrollment.program_id WHERE program.shop_id <> enrollment.shop_id
			UNION ALL SELECT reward.id FROM rewards reward JOIN loyalty_enrollments enrollment ON enrollment.id = reward.enrollment_id
				WHERE reward.shop_id <> enrollment.shop_id OR reward.user_id <> enrollment.user_id`,
	},
	{
		name: 'a program is found where it is active at a listed shop, once, and nowhere else',
		sql: `SELECT program_id AS subject FROM (
				SELECT program_id, words FROM program_words UNION ALL SELECT program_id, words FROM program_search
			) GROUP BY program_id, words HAVING count(*) <> 2`,
	},
	{
		name: 'D42: cashback of a milestone is credited when it is earned',
		sql: `SELECT id AS subject FROM rewards WHERE reward_kind = 'cashback' AND used_at IS NOT earned_at`,
	},
	{
		name: 'D40: a completed visit says when, and what was paid there; no other visit does, but one whose transfer came',
		sql: `SELECT id AS subject FROM appointments WHERE (status = 'COMPLETED') <> (completed_at IS NOT NULL)
			OR (status <> 'COMPLETED' AND transfer_paid_at IS NULL AND paid_at_shop_kobo <> 0) OR paid_at_shop_kobo < 0
			OR (paid_at_shop_kobo > 0 AND paid_kobo + cashback_kobo + paid_at_shop_kobo > total_kobo)`,
	},
	{
		name: 'D29: what a customer has as cashback at a shop is what the enrollments there have earned, less what visits used',
		// A reversal of spent cashback leaves a debt of the customer (D38).
		sql: `SELECT account.id AS subject FROM cashback_accounts account
				LEFT JOIN ledger_accounts ledger ON ledger.id = 'cashback:' || account.id || ':NGN'
				WHERE account.user_id IS NOT NULL AND coalesce(ledger.balance_kobo, 0) <> (
					SELECT coalesce(sum(cashback_earned_kobo), 0) FROM loyalty_enrollments
					WHERE user_id = account.user_id AND shop_id = account.shop_id) - (
					SELECT coalesce(sum(used.amount_kobo), 0) FROM cashback_uses used WHERE used.account_id = account.id
						AND (EXISTS (SELECT 1 FROM appointments WHERE checkout_id = used.checkout_id)
							OR EXISTS (SELECT 1 FROM subscriptions WHERE checkout_id = used.checkout_id)))
					+ (SELECT coalesce(sum(amount_kobo - settled_kobo), 0) FROM cashback_write_offs WHERE account_id = account.id)
			UNION ALL SELECT enrollment.id FROM loyalty_enrollments enrollment WHERE cashback_earned_kobo > 0 AND NOT EXISTS (
				SELECT 1 FROM cashback_accounts account WHERE account.user_id = enrollment.user_id AND account.shop_id = enrollment.shop_id)`,
	},
	{
		name: 'D35: an account of cashback is that of one customer at one shop',
		sql: `SELECT ledger.id AS subject FROM ledger_accounts ledger
			LEFT JOIN cashback_accounts account ON account.id = ledger.owner
			WHERE ledger.kind = 'cashback' AND account.id IS NULL`,
	},
	{
		name: 'D36: a visit that was not cancelled in time has used the reward and the cashback that it says, of its own account and shop',
		sql: `SELECT visit.id AS subject FROM appointments visit JOIN clients client ON client.id = visit.client_id
			LEFT JOIN reward_uses taken ON taken.checkout_id = visit.checkout_id
			LEFT JOIN rewards reward ON reward.id = taken.reward_id
			LEFT JOIN cashback_uses paid ON paid.checkout_id = visit.checkout_id
			LEFT JOIN cashback_accounts account ON account.id = paid.account_id
			WHERE (visit.status <> 'CANCELLED' OR (visit.cancelled_at > visit.refundable_until_at AND visit.cancellation_reason IS NULL)) AND client.user_id IS NOT NULL AND (
				taken.reward_id IS NOT visit.reward_id OR coalesce(paid.amount_kobo, 0) < visit.cashback_kobo
				OR (visit.changed_at IS NULL AND coalesce(paid.amount_kobo, 0) > visit.cashback_kobo)
				OR reward.user_id <> client.user_id OR reward.shop_id <> visit.shop_id
				OR account.user_id <> client.user_id OR account.shop_id <> visit.shop_id)`,
	},
	{
		name: 'D37: a visit that was cancelled in time keeps no reward and no cashback',
		sql: `SELECT visit.id AS subject FROM appointments visit
			WHERE visit.status = 'CANCELLED' AND (visit.cancelled_at <= visit.refundable_until_at OR visit.cancellation_reason IS NOT NULL)
				AND (EXISTS (SELECT 1 FROM reward_uses WHERE checkout_id = visit.checkout_id)
					OR EXISTS (SELECT 1 FROM cashback_uses WHERE checkout_id = visit.checkout_id))`,
	},
	{
		name: 'D37: a reward of a visit that is over is used, and of one that is open it is not',
		sql: `SELECT reward.id AS subject FROM rewards reward JOIN reward_uses taken ON taken.reward_id = reward.id
			LEFT JOIN appointments visit ON visit.checkout_id = taken.checkout_id
			WHERE (reward.used_at IS NOT NULL) <> (coalesce(visit.status, 'SCHEDULED') NOT IN ('SCHEDULED', 'CONFIRMED'))`,
	},
	{
		name: 'D36: cashback pays no tip and no more than the total',
		sql: `SELECT id AS subject FROM appointments WHERE cashback_kobo < 0 OR (cashback_kobo > 0 AND cashback_kobo > total_kobo - tip_kobo)
			UNION ALL SELECT id FROM checkouts WHERE cashback_kobo < 0 OR (cashback_kobo > 0 AND cashback_kobo > total_kobo - tip_kobo)`,
	},
	{
		name: 'D41: a referral waits for its visit, and is settled when that is completed',
		sql: `SELECT referral.checkout_id AS subject FROM referrals referral
			LEFT JOIN appointments visit ON visit.checkout_id = referral.checkout_id
			WHERE (referral.status <> 'reserved') <> (coalesce(visit.status, '') = 'COMPLETED')`,
	},
	{
		name: 'D41: a friend is referred by somebody else, at the shop of both',
		sql: `SELECT referral.checkout_id AS subject FROM referrals referral
			JOIN checkouts checkout ON checkout.id = referral.checkout_id
			LEFT JOIN loyalty_enrollments enrollment ON enrollment.id = referral.enrollment_id
			WHERE checkout.shop_id <> referral.shop_id OR enrollment.shop_id <> referral.shop_id
				OR enrollment.user_id = referral.friend_user_id`,
	},
	{
		name: 'D38: cashback is written off at the shop whose visit gave it',
		sql: `SELECT write_off.id AS subject FROM cashback_write_offs write_off
			JOIN cashback_accounts account ON account.id = write_off.account_id
			JOIN appointments visit ON visit.id = write_off.appointment_id WHERE visit.shop_id <> account.shop_id`,
	},
	{
		name: 'D38: what a visit gave and did not get back is what it earns now, and what is owed of it',
		// Not for shops with a cashback milestone, which later stamps may move to another appointment (D29).
		sql: `SELECT moved.appointment_id AS subject FROM (
				${movedByAppointments}
				UNION ALL SELECT account.id, counted.appointment_id, -counted.cashback_kobo FROM loyalty_visits counted
					JOIN loyalty_enrollments enrollment ON enrollment.id = counted.enrollment_id
					JOIN cashback_accounts account ON account.user_id = enrollment.user_id AND account.shop_id = enrollment.shop_id
				UNION ALL SELECT account.id, visit.id, -referral.referrer_kobo FROM referrals referral
					JOIN appointments visit ON visit.checkout_id = referral.checkout_id
					JOIN loyalty_enrollments enrollment ON enrollment.id = referral.enrollment_id
					JOIN cashback_accounts account ON account.user_id = enrollment.user_id AND account.shop_id = enrollment.shop_id
					WHERE referral.status = 'paid'
				UNION ALL SELECT account_id, appointment_id, settled_kobo - amount_kobo FROM cashback_write_offs
			) moved JOIN cashback_accounts account ON account.id = moved.account_id
			WHERE account.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loyalty_programs program
				JOIN loyalty_milestones milestone ON milestone.program_id = program.id AND milestone.reward_kind = 'cashback'
				WHERE program.shop_id = account.shop_id)
			GROUP BY moved.account_id, moved.appointment_id HAVING sum(moved.out_kobo) <> 0`,
	},
	{
		name: 'F20: a visit that was completed again was credited nothing while an earlier completion of it is owed',
		sql: `SELECT write_off.id AS subject FROM cashback_write_offs write_off JOIN appointments visit ON visit.id = write_off.appointment_id
			WHERE write_off.settled_kobo < write_off.amount_kobo AND write_off.completion < visit.completions
				AND EXISTS (SELECT 1 FROM ledger_entries WHERE occasion = iif(write_off.reason = 'referral_undone', 'referral:', 'cashback:')
					|| visit.id || ':' || visit.completions)`,
	},
]
