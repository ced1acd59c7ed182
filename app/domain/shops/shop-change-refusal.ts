/** Why a change of a shop's offer is refused, in words for its owner and its programs. */
export const shopChangeRefusals = {
	not_found: 'Nothing at this shop has this id.',
	changed_meanwhile: 'This was changed since you opened it. Nothing of yours was saved yet.',
	external_id_taken: 'Another item of this shop already has this external id.',
	service_not_found: 'One of the services given here does not belong to this shop.',
	last_day_past: 'This person’s last day is over. Choose a later one, or none.',
	after_last_day: 'This person has left by then, so there is no day off to change.',
	photos_off: 'Photos are switched off in this app. Nothing was saved.',
	too_many_photos: 'There are as many photos here as there can be. Remove one, then add this one.',
	photo_not_kept: 'The photo couldn’t be kept. Choose it again, and send it once more.',
	staff_not_found: 'No staff member of this shop has this id.',
	plan_entries_wrong:
		'A weekly plan needs max_entries_per_week, a plan with a number of visits needs total_visits_allowed, and an unlimited plan has neither.',
	plan_not_on_offer: 'This plan was withdrawn. Put it back on offer first.',
	session_over: 'This session has started or was called off, so it cannot be changed.',
	capacity_taken:
		'More places than that are already taken. Choose a higher capacity, or call the session off.',
	session_not_found: 'This shop has no session with this id.',
	session_long_over: 'This session was more than 30 days ago.',
	session_not_ahead: 'A session must start in the future.',
	sessions_met: 'Some of these sessions fall on a closed day, or their leader has another one then.',
	series_empty: 'None of these days is ahead. Choose a later last day, or other weekdays.',
	series_too_long: 'A series ends within a year and has at most 100 sessions. Choose an earlier last day.',
	promo_code_taken: 'This shop already has this promo code.',
	promo_code_used: 'This code has already been used more often than that.',
	discount_not_valid: 'A percentage must be from 1 to 100.',
	second_cashback_program:
		'A shop can have only one active cashback program at a time. End the current one first.',
	wrong_kind:
		'A punch card needs a card and can have milestones. A cashback program has neither, and needs a percentage from 1 to 100.',
	program_tiers: 'Platinum must take at least as many visits as Gold.',
	referral_halves: 'Give both referral amounts, or neither.',
	stamp_taken: 'This stamp already has a reward.',
	stamp_beyond_card: 'The card does not have that many stamps.',
	reward_not_valid:
		'A discount needs a percentage from 1 to 100 or an amount in kobo, cashback needs an amount in kobo, and a free service needs a service of this shop.',
} as const

export type ShopChangeRefusal = keyof typeof shopChangeRefusals

/** Values that can never be saved. */
const wrongValues: readonly ShopChangeRefusal[] = [
	...(['service_not_found', 'staff_not_found', 'plan_entries_wrong', 'session_not_ahead'] as const),
	...(['wrong_kind', 'discount_not_valid', 'program_tiers', 'referral_halves'] as const),
	...(['stamp_beyond_card', 'reward_not_valid'] as const),
]

/** The status of the answer, of pages and API. */
export function shopChangeStatus(refusal: ShopChangeRefusal): 404 | 409 | 422 {
	if (refusal === 'not_found' || refusal === 'session_not_found') return 404
	return wrongValues.includes(refusal) ? 422 : 409
}
