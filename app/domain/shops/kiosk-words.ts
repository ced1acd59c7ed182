import type { Wording } from '#app/kernel/action-answer.ts'
import type { DeviceRole, ShopScope } from '#app/kernel/vocabulary/shops.ts'

export const kioskWords = {
	kiosk_link_used: {
		title: 'This link no longer works',
		text: 'It has been used already, was ended, or is older than 24 hours. Ask for a new one.',
		status: 410,
	},
	rate_limited: {
		title: 'Too many attempts',
		text: 'Wait a minute, then open your link again.',
		status: 429,
		retryAfterSeconds: 60,
	},
	owner_pin_needed: {
		title: 'Type your PIN.',
		text: 'The owner’s pages ask for it after ten minutes. What you sent is kept, and goes through with it.',
		status: 401,
	},
	owner_pin_each_time: {
		title: 'Type your PIN.',
		text: 'Where your money goes is changed with the PIN each time. What you sent is kept, and goes through with it.',
		status: 401,
	},
	owner_pin_again: {
		title: 'Type your PIN.',
		text: 'Devices, keys and calendars ask for it ten minutes after it was typed. What you sent is kept, and goes through with it.',
		status: 401,
	},
	owner_pages_locked: {
		title: 'The owner’s pages are locked.',
		text: 'The PIN was wrong five times. The day goes on as before. Ask the people who run this app for a new owner’s link.',
		status: 403,
	},
	live_appointments_met: {
		title: 'Some visits are already booked.',
		text: 'Nothing was saved. Move or cancel them first, or save and keep them as they are.',
		status: 409,
	},
	sessions_met: {
		title: 'Some days are in the way.',
		text: 'Nothing was added yet. Change the days, or add all sessions anyway.',
		status: 409,
	},
	changed_meanwhile: {
		title: 'Changed since you opened it.',
		text: 'Nothing of yours was saved yet. See what is new below, then save again.',
		status: 409,
	},
	key_of_owner: {
		title: 'This is an owner’s device.',
		text: 'Only the people who run this app can end it.',
		status: 409,
	},
	key_not_found: {
		title: 'Not found.',
		text: 'Your shop has no such device or key. See the list.',
		status: 404,
	},
	too_many_links: {
		title: 'No link was made.',
		text: 'Ten links of today were not opened yet. Use one of them, or wait a day.',
		status: 429,
	},
	person_gone: {
		title: 'No link was made.',
		text: 'This person no longer works at your shop. Choose another.',
		status: 409,
	},
	search_short_phone: {
		title: 'Too few digits.',
		text: 'Type at least seven digits of the phone number.',
		status: 400,
	},
	search_short_name: {
		title: 'Too short.',
		text: 'Type at least two letters of a name.',
		status: 400,
	},
	search_rate_limited: {
		title: 'Too many searches.',
		text: 'Wait half a minute, then search again.',
		status: 429,
		retryAfterSeconds: 30,
	},
	customer_not_found: {
		title: 'Not found.',
		text: 'Your shop has no such customer, or their details were erased. Nothing was saved.',
		status: 404,
	},
	own_card: {
		title: 'This is you.',
		text: 'Your account is signed in on this device. Ask a colleague to write the note on another one.',
		status: 403,
	},
	too_many_keys: {
		title: 'No key was made.',
		text: 'A shop can have 20. End one that you no longer use, then make this one.',
		status: 409,
	},
	api_key_ended: {
		title: 'This key has ended.',
		text: 'Make a new one.',
		status: 409,
	},
	too_many_feeds: {
		title: 'That’s a lot of calendars.',
		text: 'A shop can have 50. End one that you no longer use, then make this one.',
		status: 409,
	},
	feed_not_found: {
		title: 'Not found.',
		text: 'Your shop has no such calendar. See the list.',
		status: 404,
	},
	feed_person_gone: {
		title: 'No calendar was made.',
		text: 'This person no longer works at your shop. Choose another.',
		status: 409,
	},
	feed_ended: {
		title: 'This calendar has ended.',
		text: 'Make a new one to get a new address.',
		status: 409,
	},
	act_done_already: {
		title: 'Already done.',
		text: 'This was sent twice, but counted only once.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now.',
		text: 'Nothing was changed. Try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'We couldn’t save this.',
		text: 'It may still have gone through. Check the list, then try again.',
		status: 503,
	},
} satisfies Record<string, Wording>

/** A device's role: alone, and within a line. */
export const deviceWords: Record<DeviceRole, { alone: string; inLine: string }> = {
	desk: { alone: 'Kiosk', inLine: 'a kiosk' },
	owner: { alone: 'Owner’s device', inLine: 'an owner’s device' },
	person: { alone: 'Staff device', inLine: 'a staff device' },
}

export function madeBy({ name, isEnded }: { name: string; isEnded: boolean }): string {
	return `Made with ‘${name}’${isEnded ? ', which has ended' : ''}`
}

/** After a wrong PIN, at a locked device or at the owner's pages. */
export function wrongPinWords(triesLeft: number, door: 'device' | 'owner'): Wording {
	const tries = triesLeft === 1 ? 'One try is left' : `${triesLeft} tries are left`
	const then =
		door === 'device' ? 'this device is closed and needs a new link' : 'the owner’s pages are locked'
	return { title: 'Wrong PIN.', text: `${tries}, then ${then}.`, status: 422 }
}

export const scopeWords: Record<ShopScope, string> = {
	'appointments:read': 'See visits, and who comes',
	'appointments:write': 'Book, move and close visits',
	'customers:read': 'See the list of customers',
	'codes:use': 'Check codes, rewards and check-ins',
	'catalogue:read': 'See services, people and hours',
	'catalogue:write': 'Change services, people and hours',
	'sessions:read': 'See plans and sessions',
	'sessions:write': 'Change plans and sessions',
	'promotions:read': 'See promo codes and loyalty programs',
	'promotions:write': 'Change promo codes and loyalty programs',
	'reviews:read': 'See reviews',
	'reviews:write': 'Reply to reviews',
	'payouts:read': 'See payouts',
	'webhooks:read': 'See webhooks',
	'webhooks:write': 'Change webhooks',
}
