import { eraseCustomer } from '#app/flows/account/erase-customer.server.ts'
import { eraseGuest } from '#app/flows/account/erase-guest.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { type OpsCommand, UsageProblem } from './ops-command.ts'
import { operatorRepositories } from './ops-database.ts'

const refusalLines = {
	account_not_found: 'No account and no guest’s booking has this e-mail address.',
	not_a_customer: 'This account is no customer’s.',
	has_appointments_ahead:
		'A visit is ahead: it is cancelled first, so that nobody loses money and no shop waits.',
	has_money_under_way: 'A payment or a refund is still open: wait until it is over.',
}

/** `ops customer erase <email>`: the account and what it left with shops, or what a guest left there. */
export const customerErase: OpsCommand = {
	name: 'customer erase',
	summary: 'erases the account, or the guest’s bookings, of a customer who asked for it; with --apply',
	places: ['email'],
	options: { apply: { type: 'boolean', about: 'erases; without it only says what would be lost' } },
	about:
		'What the customer could do with the password on the page of settings: names, contact, cards, reviews and plans go, visits and amounts stay without the person. Be sure that whoever asks has the address. It cannot be undone. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const email = parseEmail(typed)
		if (email === null) throw new UsageProblem(`"${typed}" is no e-mail address.`)
		const isApplied = options.apply === true
		const repositories = operatorRepositories(env)
		const erased = await eraseCustomer(repositories, erasures, { email, isApplied, now })
		// What was booked as a guest goes too, whether there is an account or not.
		const hasAccount = erased.ok || erased.refusal !== 'account_not_found'
		const guest = hasAccount && !erased.ok ? null : await eraseGuest(repositories, { email, isApplied, now })
		if (guest && !guest.ok)
			return { isWell: false, lines: [refusalLines[guest.refusal]], data: { refusal: guest.refusal } }
		if (guest?.ok && !hasAccount && guest.value.bookings > 0) {
			const { bookings } = guest.value
			return {
				isWell: true,
				lines: [
					`${bookings} ${bookings === 1 ? 'booking was' : 'bookings were'} made as a guest.`,
					isApplied
						? `${email} is erased.`
						: `${email} would be erased. Nothing was changed. Add --apply to do it.`,
				],
				data: { bookings, isApplied },
			}
		}
		if (!erased.ok) {
			const { refusal } = erased
			return { isWell: false, lines: [refusalLines[refusal]], data: { refusal } }
		}
		const { lost } = erased.value
		return {
			isWell: true,
			lines: [
				...lost.map((line) => `${isApplied ? 'Lost' : 'Would be lost'}: ${line}.`),
				isApplied
					? `${email} is erased.`
					: `${email} would be erased. Nothing was changed. Add --apply to do it.`,
			],
			data: { lost, isApplied },
		}
	},
}
