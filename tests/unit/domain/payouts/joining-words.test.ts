import { expect, test } from 'vitest'
import { joiningWords } from '#app/domain/payouts/joining-words.server.ts'

test('A shop reads what it costs and when its money comes, as the settings say', () => {
	const free = 'Joining is free, and so are bookings that customers pay at your shop.'
	expect(joiningWords(null, 'Wakati')).toEqual([free])
	const payouts = { isByTransfer: true, hour: 19, minimumKobo: 100_000 }
	expect(joiningWords(payouts, 'Wakati')).toEqual([
		free,
		'Wakati takes no commission.',
		'Paystack’s fee for each payment is taken off.',
		'Wakati pays the fee for sending you the money.',
		'Money for a completed visit goes to your bank account at 7:00 PM on working days, from ₦1,000 on.',
	])
	expect(joiningWords({ ...payouts, isByTransfer: false }, 'Wakati').at(-1)).toBe(
		'Wakati sends the money for completed visits to your bank account, from ₦1,000 on.',
	)
})
