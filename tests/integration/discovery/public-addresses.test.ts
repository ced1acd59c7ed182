import { expect, test } from 'vitest'
import { createPublicAddressRepository } from '#app/domain/discovery/public-address-repository.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

test('the map of the shops has parts that never grow, and each has those that it had', async () => {
	const addresses = createPublicAddressRepository(openDatabase({ url: database().url }).read)
	expect(await addresses.shopPartCount()).toBe(0)
	for (const id of ['first', 'hidden', 'last', 'new']) await addSmallShop(database().client, id)
	// As in a table that many shops have joined and left.
	await database().change("UPDATE shop_documents SET number = 5000 WHERE shop_id = 'last'")
	await database().change("UPDATE shop_documents SET number = 5001 WHERE shop_id = 'new'")
	await database().change("UPDATE shops SET is_listed = 0, slug = 'hidden' WHERE id = 'hidden'")
	await database().change("UPDATE shops SET slug = 'ada-beauty' WHERE id = 'first'")

	expect(await addresses.shopPartCount()).toBe(2)
	expect(await addresses.shopIdsOfPart(1)).toEqual(['first', 'last'])
	expect(await addresses.shopIdsOfPart(2)).toEqual(['new'])
	expect(await addresses.shopIdsOfPart(3)).toEqual([])
	expect(await addresses.shopOfSlug('ada-beauty')).toMatchObject({ id: 'first' })
	expect(await addresses.shopOfSlug('hidden')).toBeNull()
})
