import { eraseCustomer } from '#app/flows/account/erase-customer.server.ts'
import { eraseGuest } from '#app/flows/account/erase-guest.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type OpsCommand, type OpsResult, UsageProblem } from './ops-command.ts'
import { operatorRepositories } from './ops-database.ts'

const refusalLines = {
	account_not_found: 'No account and no guest’s booking has this e-mail address.',
	not_a_customer: 'This account is no customer’s.',
	has_appointments_ahead:
		'A visit is ahead: it is cancelled first, so that nobody loses money and no shop waits.',
	has_money_under_way: 'A payment or a refund is still open: wait until it is over.',
}

const NO_GUEST = 'No guest’s booking has this number. What an account booked is erased by its e-mail address.'

/** `ops customer erase <who>`: the account and what it left with shops, or what a guest left there. */
export const customerErase: OpsCommand = {
	name: 'customer erase',
	summary: 'erases the account, or the guest’s bookings, of a customer who asked for it; with --apply',
	places: ['who'],
	options: { apply: { type: 'boolean', about: 'erases; without it only says what would be lost' } },
	about:
		'Who: an e-mail address; for a guest who gave none, the phone number or the number of a booking. What the customer could do with the password on the page of settings: names, contact, cards, reviews and plans go, visits and amounts stay without the person. Be sure that whoever asks has the address or the phone. It cannot be undone. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const isApplied = options.apply === true
		const repositories = operatorRepositories(env)
		const email = parseEmail(typed)
		if (email !== null) return eraseByEmail(repositories, { email, isApplied, now })
		const phone = parsePhone(typed)
		const [, ...parts] = /^([A-Z0-9]{3})-?([A-Z0-9]{4})$/.exec(typed.toUpperCase()) ?? []
		if (phone === null && parts.length === 0)
			throw new UsageProblem(`"${typed}" is no e-mail address, phone number or number of a booking.`)
		const booked = parts.length === 0 ? null : await repositories.guestContacts.contactOf(parts.join('-'))
		const contact = booked ?? (phone === null ? null : { phone })
		const guest = contact && (await eraseGuest(repositories, { contact, isApplied, now }))
		if (guest?.ok && guest.value.bookings > 0) return guestErased(typed, guest.value.bookings, isApplied)
		const refusal = guest && !guest.ok ? guest.refusal : 'guest_not_found'
		const line = guest && !guest.ok ? refusalLines[guest.refusal] : NO_GUEST
		return { isWell: false, lines: [line], data: { refusal } }
	},
}

async function eraseByEmail(
	repositories: Repositories,
	{ email, isApplied, now }: { email: string; isApplied: boolean; now: Instant },
): Promise<OpsResult> {
	const erased = await eraseCustomer(repositories, erasures, { email, isApplied, now })
	// What was booked as a guest goes too, whether there is an account or not.
	const hasAccount = erased.ok || erased.refusal !== 'account_not_found'
	const guest =
		hasAccount && !erased.ok ? null : await eraseGuest(repositories, { contact: { email }, isApplied, now })
	if (guest && !guest.ok)
		return { isWell: false, lines: [refusalLines[guest.refusal]], data: { refusal: guest.refusal } }
	if (guest?.ok && !hasAccount && guest.value.bookings > 0)
		return guestErased(email, guest.value.bookings, isApplied)
	if (!erased.ok) {
		const { refusal } = erased
		return { isWell: false, lines: [refusalLines[refusal]], data: { refusal } }
	}
	const { lost } = erased.value
	return {
		isWell: true,
		lines: [
			...lost.map((line) => `${isApplied ? 'Lost' : 'Would be lost'}: ${line}.`),
			erasedLine(email, isApplied),
		],
		data: { lost, isApplied },
	}
}

function guestErased(who: string, bookings: number, isApplied: boolean): OpsResult {
	const made = `${bookings} ${bookings === 1 ? 'booking was' : 'bookings were'} made as a guest.`
	return { isWell: true, lines: [made, erasedLine(who, isApplied)], data: { bookings, isApplied } }
}

function erasedLine(who: string, isApplied: boolean): string {
	return isApplied
		? `${who} is erased.`
		: `${who} would be erased. Nothing was changed. Add --apply to do it.`
}
