import { beforeAll, describe, expect, test } from 'vitest'
import { createIdentityRepositories } from '#app/domain/identity/repositories.server.ts'
import { changeFavorite } from '#app/flows/account/change-favorite.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { plantCategories, plantShops } from '#tests/integration/discovery/planted-shops.ts'
import { actorOf, addSignedInPerson, now } from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

beforeAll(async () => {
	await plantCategories(database().client)
	await plantShops(database().client, [
		{ id: 'yaba-cuts', name: 'Yaba Cuts', services: [['Cut', 3_000]] },
		{ id: 'lekki-nails', name: 'Lekki Nails' },
		{ id: 'gone-away', name: 'Gone Away', isListed: false },
	])
})

function deps() {
	const { read, writeBatch } = openDatabase({ url: database().url })
	return { identity: createIdentityRepositories(read), writeBatch }
}

const somebody = () => addSignedInPerson(database(), { at: now })

const add = (actor: Actor, shopId: string) => changeFavorite(deps(), actor, { kind: 'add', shopId })
const remove = (actor: Actor, shopId: string) => changeFavorite(deps(), actor, { kind: 'remove', shopId })
const done = { ok: true, value: null }

describe('A favorite', () => {
	test('is added, listed with what its card shows, and taken away', async () => {
		const { actor } = await somebody()
		expect(await add(actor, 'yaba-cuts')).toEqual(done)
		// Another business is removed, and this one stays.
		expect(await remove(actor, 'lekki-nails')).toEqual(done)
		expect(await deps().identity.favorites.listFavorites(actor)).toMatchObject([
			{ shopId: 'yaba-cuts', name: 'Yaba Cuts', type: 'salon', area: 'Yaba', canBook: true },
		])
		expect(await deps().identity.favorites.isFavorite(actor, 'yaba-cuts')).toBe(true)
		expect(await remove(actor, 'yaba-cuts')).toEqual(done)
		expect(await deps().identity.favorites.listFavorites(actor)).toEqual([])
		expect(await deps().identity.favorites.isFavorite(actor, 'yaba-cuts')).toBe(false)
	})

	test('tapped twenty times at once is one row, and everybody is told that it is there', async () => {
		const { actor, userId } = await somebody()
		const answers = await Promise.all(Array.from({ length: 20 }, () => add(actor, 'yaba-cuts')))
		expect(answers).toEqual(Array.from({ length: 20 }, () => done))
		expect(await database().rows('SELECT shop_id FROM user_favorites WHERE user_id = ?', userId)).toEqual([
			{ shop_id: 'yaba-cuts' },
		])
	})

	test('taken away twice is fine', async () => {
		const { actor } = await somebody()
		await add(actor, 'yaba-cuts')
		await remove(actor, 'yaba-cuts')
		expect(await remove(actor, 'yaba-cuts')).toEqual(done)
	})

	test.each(['no-such-shop', 'gone-away'])('of %s is not kept', async (shopId) => {
		const { actor } = await somebody()
		expect(await add(actor, shopId)).toEqual({ ok: false, refusal: 'not_kept' })
	})

	test('stands before older ones, and can be booked only where a service is on offer', async () => {
		await plantShops(database().client, [
			{ id: 'all-off', name: 'All Off', services: [['Cut', 3_000]] },
			{ id: 'a-cut', name: 'A Cut', services: [['Cut', 3_000]] },
		])
		await database().change(`UPDATE services SET is_enabled = 0 WHERE shop_id = 'all-off'`)
		const { actor, userId } = await somebody()
		for (const [shopId, createdAt] of [
			['a-cut', 1],
			['all-off', 3],
			['yaba-cuts', 2],
		] as const)
			await database().change(
				'INSERT INTO user_favorites VALUES (?, ?, ?, ?)',
				`${userId}-${shopId}`,
				userId,
				shopId,
				createdAt,
			)
		const found = await deps().identity.favorites.listFavorites(actor)
		expect(found.map(({ shopId, canBook }) => [shopId, canBook])).toEqual([
			['all-off', false],
			['yaba-cuts', true],
			['a-cut', true],
		])
	})

	test('of a business that has left is not shown', async () => {
		const { actor, userId } = await somebody()
		await database().change(`INSERT INTO user_favorites VALUES ('old-one', ?, 'gone-away', 0)`, userId)
		expect(await deps().identity.favorites.listFavorites(actor)).toEqual([])
	})
})

describe('Nobody else', () => {
	test('sees a favorite, or takes it away', async () => {
		const [mine, theirs] = [await somebody(), await somebody()]
		await add(mine.actor, 'lekki-nails')
		expect(await deps().identity.favorites.listFavorites(theirs.actor)).toEqual([])
		expect(await deps().identity.favorites.favoriteShopIds(theirs.actor)).toEqual([])
		await remove(theirs.actor, 'lekki-nails')
		expect(await deps().identity.favorites.isFavorite(mine.actor, 'lekki-nails')).toBe(true)
	})

	test('is somebody whose session ended, or who never had one', async () => {
		const { actor, userId } = await somebody()
		await add(actor, 'lekki-nails')
		for (const nobody of [{ ...actor, at: now + 60 * DAY_MS }, actorOf('made-up')]) {
			expect(await add(nobody, 'yaba-cuts')).toEqual({ ok: false, refusal: 'not_signed_in' })
			expect(await remove(nobody, 'lekki-nails')).toEqual({ ok: false, refusal: 'not_signed_in' })
			expect(await deps().identity.favorites.listFavorites(nobody)).toEqual([])
		}
		expect(await database().rows('SELECT shop_id FROM user_favorites WHERE user_id = ?', userId)).toEqual([
			{ shop_id: 'lekki-nails' },
		])
	})
})
