import { eraseCustomer, eraseGuest } from '#app/flows/account/erase-customer.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { parseEmail, parseFormerEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { allWell, type OpsCommand, type OpsResult, refusedResult, UsageProblem } from './ops-command.ts'
import { operatorRepositories } from './ops-environment.ts'

const refusalLines = {
	account_not_found: 'No account and no guest booking has this email address.',
	not_a_customer: 'This is not a customer’s account.',
	has_appointments_ahead: 'This customer has an upcoming visit. Cancel it first.',
	has_money_under_way: 'A payment or refund is still in progress. Try again once it is complete.',
}

const NO_GUEST = 'No guest booking has this number. To erase what an account booked, give its email address.'

export const customerErase: OpsCommand = {
	name: 'customer erase',
	summary: 'with --apply, erases the account or guest bookings of a customer who asked for it',
	places: ['who'],
	options: { apply: { type: 'boolean', about: 'erases; without it, only lists what would be lost' } },
	about:
		'<who> is an email address. For a guest who gave none, it is the phone number or booking number. Does what the customer could do in their settings: names, contact, cards, reviews and plans are deleted; visits and amounts stay, without the person. First make sure that the request comes from the owner of the address or phone. This cannot be undone. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const isApplied = options.apply === true
		const repositories = operatorRepositories(env)
		const email = parseEmail(typed) ?? parseFormerEmail(typed)
		if (email !== null)
			return eraseByEmail(repositories, { email, formerEmail: parseFormerEmail(typed), isApplied, now })
		const phone = parsePhone(typed)
		const [, ...parts] = /^([A-Z0-9]{3})-?([A-Z0-9]{4})$/.exec(typed.toUpperCase()) ?? []
		if (phone === null && parts.length === 0)
			throw new UsageProblem(`"${typed}" is not an email address, phone number or booking number.`)
		const booked =
			parts.length === 0 ? null : await repositories.booking.people.guestContactOf(parts.join('-'))
		const contact = booked ?? (phone === null ? null : { phone })
		const guest = contact && (await eraseGuest(repositories, { contact, isApplied, now }))
		if (guest?.ok && guest.value.bookings > 0) return guestErased(typed, guest.value.bookings, isApplied)
		const refusal = guest && !guest.ok ? guest.refusal : 'guest_not_found'
		const line = guest && !guest.ok ? refusalLines[guest.refusal] : NO_GUEST
		return refusedResult(refusal, line)
	},
}

type EraseByEmail = { email: string; formerEmail: string | null; isApplied: boolean; now: Instant }

async function eraseByEmail(
	repositories: Repositories,
	{ email, formerEmail, isApplied, now }: EraseByEmail,
): Promise<OpsResult> {
	const erased = await eraseCustomer(repositories, erasures, { email, formerEmail, isApplied, now })
	// Guest bookings go too, with or without an account.
	const hasAccount = erased.ok || erased.refusal !== 'account_not_found'
	const guest =
		hasAccount && !erased.ok ? null : await eraseGuest(repositories, { contact: { email }, isApplied, now })
	if (guest && !guest.ok) return refusedResult(guest.refusal, refusalLines[guest.refusal])
	if (guest?.ok && !hasAccount && guest.value.bookings > 0)
		return guestErased(email, guest.value.bookings, isApplied)
	if (!erased.ok) {
		const { refusal } = erased
		return refusedResult(refusal, refusalLines[refusal])
	}
	const { lost } = erased.value
	return allWell({ lost, isApplied }, [
		...lost.map((line) => `${isApplied ? 'Lost' : 'Would be lost'}: ${line}.`),
		erasedLine(email, isApplied),
	])
}

function guestErased(who: string, bookings: number, isApplied: boolean): OpsResult {
	const made = `${bookings} ${bookings === 1 ? 'booking was' : 'bookings were'} made as a guest.`
	return allWell({ bookings, isApplied }, [made, erasedLine(who, isApplied)])
}

function erasedLine(who: string, isApplied: boolean): string {
	return isApplied
		? `${who} is erased.`
		: `${who} would be erased. Nothing was changed. Add --apply to do it.`
}
