import { describe, expect, test } from 'vitest'
import { createDiscoveryRepositories } from '#app/domain/discovery/repositories.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { saturdayMorning } from './shown-businesses.ts'

const database = withTestDatabase({ demoAt: saturdayMorning })

async function business(shopId: string) {
	const discovery = createDiscoveryRepositories(openDatabase({ url: database().url }).read)
	return (await readBusiness({ discovery, now: saturdayMorning }, shopId))?.business ?? null
}

describe('The page of a business', () => {
	test('has what the shop offers, without what is switched off', async () => {
		const shop = await business('ade-hair-studio')
		expect(shop).toMatchObject({
			name: 'Adé Hair Studio',
			phone: '+2347000000101',
			address: '14 Herbert Macaulay Way, Yaba, Lagos',
			landmark: 'Opposite the Total filling station',
			categories: ['Hair & Beauty'],
			open: { isOpen: true, label: 'Open until 8:00 PM' },
		})
		expect(shop?.services.map((service) => service.name)).not.toContain('Relaxer touch-up')
		expect(shop?.services.find((service) => service.name === 'Trim')).toMatchObject({
			durationMinutes: 30,
			priceKobo: 350_000,
		})
		expect(shop?.addOns.map((addOn) => addOn.name)).toEqual(['Hair Wash', 'Blow Dry', 'Deep Conditioning'])
		expect(shop?.week.find((row) => row.isToday)?.day).toBe('Saturday')
	})

	test('shows true reviews, newest first, with a first name and a month and nothing else of a person', async () => {
		const shop = await business('ade-hair-studio')
		expect(shop?.reviews.length).toBeGreaterThan(0)
		const months = shop?.reviews.map((review) => Date.parse(`1 ${review.month}`)) ?? []
		expect(months).toEqual(months.toSorted((a, b) => b - a))
		for (const review of shop?.reviews ?? []) {
			expect(Object.keys(review).sort()).toEqual([
				'comment',
				'firstName',
				'id',
				'month',
				'monthOf',
				'rating',
				'reply',
			])
		}
		const [sum] = await database().rows(
			"SELECT sum(rating) AS total, count(*) AS count FROM reviews WHERE shop_id = 'ade-hair-studio'",
		)
		const [total, count] = [Number(sum?.total), Number(sum?.count)]
		expect(shop?.reviewCount).toBe(count)
		expect(shop?.rating).toBe(Math.round((10 * total) / count) / 10)
	})

	test('S24: shows a review under the profile of its writer, never under what was typed into the client row', async () => {
		const first = async () => (await business('amara-skin-clinic'))?.reviews[0]
		const before = await first()
		const clientOf = '(SELECT client_id FROM reviews WHERE appointment_id = ?)'
		const id = before?.id ?? ''
		await database().change(`UPDATE clients SET first_name = 'Planted' WHERE id = ${clientOf}`, id)
		expect((await first())?.firstName).toBe(before?.firstName)
		await database().client.batch(
			[
				`INSERT INTO users (id, email, password_hash, created_at) VALUES ('reviewer', 'reviewer@example.com', '', 0)`,
				`INSERT INTO profiles (id, first_name, last_name, email, role) VALUES ('reviewer', 'Zainab', 'Bello', 'reviewer@example.com', 'client')`,
				{ sql: `UPDATE clients SET user_id = 'reviewer' WHERE id = ${clientOf}`, args: [id] },
			],
			'write',
		)
		expect((await first())?.firstName).toBe('Zainab')
	})

	test('does not exist for an unknown id, a hidden shop, or what cannot be an id', async () => {
		await database().change("UPDATE shops SET is_listed = 0 WHERE id = 'itura-spa'")
		for (const id of [
			'nobody',
			'itura-spa',
			'',
			"' OR 1=1 --",
			'\u0000',
			'../etc',
			'x'.repeat(100_000),
			'\ud800',
		]) {
			expect(await business(id), id.slice(0, 9)).toBeNull()
		}
	})
})
