import { expect, test } from 'vitest'
import { focusShop, hasLargeSeed, seedLarge } from '#db/seed/large.server.ts'
import { seedDemo } from '#scripts/local/seed-demo.ts'
import { dump, withSeededDatabase } from './seeded-database.ts'

const now = Date.UTC(2026, 10, 21, 9)
const today = '2026-11-21'

test('a large database has what was asked for, and one busy calendar, under all laws', async () => {
	await withSeededDatabase(
		async (url) => {
			// Beside the demo data: their ids and reference numbers do not meet.
			await seedDemo(url, { now })
			expect(await hasLargeSeed(url)).toBe(false)
			await seedLarge(url, { shops: 1_200, appointments: 3_000, focusShopAppointments: 1_500, now })
			expect(await hasLargeSeed(url)).toBe(true)
		},
		async ({ rows, count }) => {
			expect(await count(`SELECT count(*) FROM shops WHERE id LIKE 'large-%' AND is_listed`)).toBe(1_200)
			expect(await count(`SELECT count(*) FROM appointments WHERE shop_id LIKE 'large-%'`)).toBe(3_000)
			expect(
				await count(
					`SELECT count(*) FROM calendar_entries WHERE staff_member_id = '${focusShop.staffMemberId}'`,
				),
			).toBe(1_500)
			expect(await count(`SELECT count(*) FROM services WHERE id = '${focusShop.serviceId}'`)).toBe(1)
			expect(
				await count(`SELECT count(*) FROM reviews WHERE shop_id = '${focusShop.shopId}'`),
			).toBeGreaterThan(300)
			expect(await rows('PRAGMA foreign_key_check')).toEqual([])
			expect(
				await rows(
					`SELECT 1 FROM shops WHERE review_count <> (SELECT count(*) FROM reviews WHERE shop_id = shops.id)`,
				),
			).toEqual([])
		},
	)
})

test('however long the past of the busy calendar is, the coming week looks the same', async () => {
	const comingWeek = (appointments: number) =>
		withSeededDatabase(
			(url) => seedLarge(url, { shops: 1, appointments, now }),
			async ({ rows }) =>
				(
					await rows('SELECT date, start_minute FROM calendar_entries WHERE date >= ? ORDER BY 1, 2', today)
				).map((row) => ({ ...row })),
		)
	const week = await comingWeek(10)
	expect(week).toHaveLength(10)
	expect(await comingWeek(1_000)).toEqual(week)
})

test('the same numbers on the same day give the same rows', async () => {
	const fill = () => withSeededDatabase((url) => seedLarge(url, { shops: 30, appointments: 200, now }), dump)
	expect(await fill()).toEqual(await fill())
})
