import { beforeAll, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { addSmallShop, mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** What an owner's device reads of its own shop, and never of another one. */
const database = withTestDatabase()
const callerOf = (shopId: string) => ({ secretHash: hashSecretToken(shopId), kind: 'kiosk' as const })
let deps: Repositories

beforeAll(async () => {
	deps = createRepositories(openDatabase({ url: database().url }))
	for (const shopId of ['salon', 'other']) {
		await addSmallShop(database().client, shopId)
		const key = {
			...callerOf(shopId),
			role: 'owner',
			id: `key-${shopId}`,
			shopId,
			name: 'Phone',
			now,
		} as const
		await deps.writeBatch([deps.shops.accessKeys.insertKey({ ...key, pinHash: 'hash' })])
	}
})

test('promo codes: all in the order of the alphabet, with those switched off, and one by its id', async () => {
	for (const [shopId, id, code] of [
		['salon', 'p1', 'WELCOME10'],
		['salon', 'p2', 'BACK5'],
		['other', 'p3', 'BACK5'],
	] as const)
		await deps.writeBatch([
			deps.booking.promos.insert({
				...{ shopId, id, code, discountType: 'percent', discountValue: 10, isActive: id !== 'p2' },
			}),
		])
	const { own } = deps.booking.promos
	expect(await own.all(callerOf('salon'))).toMatchObject([
		{ id: 'p2', code: 'BACK5', isActive: false, currentUses: 0, expiresAt: null },
		{ id: 'p1', code: 'WELCOME10', discountType: 'percent', discountValue: 10 },
	])
	expect(await own.one(callerOf('salon'), 'p1')).toMatchObject({ code: 'WELCOME10' })
	expect(await own.one(callerOf('salon'), 'p3')).toBeNull()
	expect(await own.all(callerOf('no shop'))).toEqual([])
})

test('plans: those on offer and then those withdrawn, and one by its id', async () => {
	for (const [shopId, id, status] of [
		['salon', 'a plan', 'withdrawn'],
		['salon', 'b plan', 'on_offer'],
		['other', 'c plan', 'on_offer'],
	] as const)
		await deps.writeBatch([
			deps.subscriptions.shopPlans.insert({
				...{ shopId, id, status, title: id, priceKobo: 100, entryKind: 'unlimited', createdAt: now },
			}),
		])
	const { own } = deps.subscriptions.shopPlans
	expect(await own.all(callerOf('salon'))).toMatchObject([{ id: 'b plan' }, { id: 'a plan', periodDays: 30 }])
	expect(await own.one(callerOf('salon'), 'a plan')).toMatchObject({ status: 'withdrawn' })
	expect(await own.one(callerOf('salon'), 'c plan')).toBeNull()
})

test('programs with their card, and the rewards of a card in the order of stamps', async () => {
	const { shopPrograms } = deps.loyalty
	const card = { kind: 'punch_card', name: 'Card', createdAt: now } as const
	for (const shopId of ['salon', 'other'])
		await deps.writeBatch([
			...shopPrograms.insert(
				{ ...card, id: `card-${shopId}`, shopId },
				{ visitsRequired: 8, isCyclic: false },
			),
			...[8, 4].map((visitsRequired) =>
				shopPrograms.insertMilestone({
					...{ id: `${shopId}-${visitsRequired}`, programId: `card-${shopId}`, visitsRequired },
					...{ rewardKind: 'free_service', serviceId: `${shopId}-cut`, description: 'Free' },
				}),
			),
		])
	expect(await shopPrograms.own.all(callerOf('salon'))).toMatchObject([
		{ id: 'card-salon', visitsRequired: 8, isCyclic: false, cashbackPercent: null },
	])
	expect(await shopPrograms.own.one(callerOf('salon'), 'card-other')).toBeNull()
	expect(await shopPrograms.ownMilestones(callerOf('salon'), 'card-salon')).toMatchObject([
		{ id: 'salon-4', serviceName: 'cut' },
		{ id: 'salon-8' },
	])
	expect(await shopPrograms.ownMilestones(callerOf('salon'), 'card-other')).toEqual([])
})
