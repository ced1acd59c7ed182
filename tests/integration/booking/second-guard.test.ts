import { expect, test } from 'vitest'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** Beside the triggers, the statement that takes the time checks it too (W20). */
const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')

test('without the law against overlaps, forty guests for one slot still give one booking', async () => {
	const { client, url } = database()
	await client.batch(
		[
			'DROP TRIGGER calendar_entries_refuse_overlap_on_insert',
			'DROP TRIGGER calendar_entries_refuse_overlap_on_update',
		],
		'write',
	)
	const shop = await addSmallShop(client, 'guarded', {
		services: { cut: { minutes: 60 }, braids: { minutes: 120 } },
	})
	const clock = { now: mondayMorningAt }
	const guests = []
	for (let i = 0; i < 40; i++) {
		const guest = await newGuest(bookingDeps(url), clock).begin(shop.idOf(i % 2 === 0 ? 'cut' : 'braids'))
		await guest.chooseTime(i % 2 === 0 ? ten : lagos(tuesday, '09:00'))
		guests.push(guest)
	}
	const answers = await Promise.all(guests.map((guest) => guest.book()))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(39)
})
