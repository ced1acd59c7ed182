/** Why a change of a shop's offer is refused, worded for its owner. */
export const shopChangeRefusals = {
	not_found: 'This shop has nothing with this id.',
	external_id_taken: 'Something else of this shop has this external id.',
	service_not_found: 'A service that is named here is not one of this shop.',
	staff_not_found: 'No one at this shop has this id.',
	plan_entries_wrong:
		'A weekly plan has max_entries_per_week, a plan of visits total_visits_allowed, an unlimited one neither.',
	plan_not_on_offer: 'This plan is withdrawn. Put it on offer first.',
	session_over: 'This session has begun or was called off, so it stays as it is.',
	capacity_taken: 'More people than that have a place. Call the session off, or keep room for them.',
	session_not_ahead: 'A session begins in the future.',
	promo_code_taken: 'This shop has a promo code with these letters already.',
	promo_code_used: 'This code has been used more often than that already.',
	discount_not_valid: 'A percentage is 1 to 100.',
	second_cashback_program:
		'This shop has an active cashback program. A shop has one at a time: end that one first.',
	wrong_kind:
		'A punch card has a card with milestones; a cashback program has a percentage of 1 to 100 instead.',
	program_tiers: 'Platinum takes as many visits as Gold, or more.',
	referral_halves: 'A referral has both amounts, or none.',
	stamp_taken: 'Another milestone has this stamp.',
	stamp_beyond_card: 'The card has fewer stamps than that.',
	reward_not_valid:
		'A discount has a percentage of 1 to 100 or an amount, cashback an amount in kobo, and a free service names a service of this shop.',
} as const

export type ShopChangeRefusal = keyof typeof shopChangeRefusals
