import { expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { endAccessKey, endKioskLink, inviteDevice, issueApiKey } from '#app/flows/shop/change-keys.server.ts'
import { openKiosk } from '#app/flows/shop/open-kiosk.server.ts'
import type { KioskAct } from '#app/http/kiosk-act.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { refused, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('made-by')

type Owner = { shop: { id: string; name: string }; keyId: string }

/** An owner's device of a new shop. */
async function newOwner(): Promise<Owner> {
	const { id } = await desk.newShop()
	const keyId = `owner-${id}`
	await desk.change(
		`INSERT INTO access_keys (id, shop_id, kind, role, name, secret_hash, pin_hash, created_at)
			VALUES (?1, ?2, 'kiosk', 'owner', 'Chidi’s phone', ?1, 'x', 0)`,
		keyId,
		id,
	)
	return { shop: { id, name: id }, keyId }
}

/** A tap on that device. */
function tapOf({ shop, keyId }: Owner): KioskAct {
	const actId = newId()
	const by = { id: actId, requestId: actId, shopId: shop.id, keyId, now: desk.clock.now }
	return { actId, keyId, actOf: (act) => desk.deps.shops.shopActs.insertAct({ ...by, ...act }) }
}

async function invited(owner: Owner, name = 'Front desk'): Promise<string> {
	const by = tapOf(owner)
	const made = await inviteDevice(desk.deps, {
		shop: owner.shop,
		name,
		role: 'desk',
		by,
		now: desk.clock.now,
	})
	if (!made.ok) throw new Error(made.refusal)
	return made.value.token
}

const open = (token: string) => {
	const keyId = newId()
	const secretHash = hashSecretToken(newSecretToken())
	const tokenHash = hashSecretToken(token)
	return openKiosk(desk.deps, { tokenHash, keyId, secretHash, pinHash: 'pin', now: desk.clock.now })
}

const waiting = ({ shop }: Owner) => desk.deps.shops.accessKeys.waitingLinksOfShop(shop.id, desk.clock.now)
const live = async ({ shop }: Owner) =>
	(await desk.deps.shops.accessKeys.keysOfShop(shop.id))
		.filter(({ endedAt }) => endedAt === null)
		.map(({ name, maker }) => [name, maker?.name ?? null])
		.sort()
const end = ({ shop, keyId }: Owner, withMade = false, by?: KioskAct) =>
	endAccessKey(desk.deps, { shop, keyId, withMade, by, now: desk.clock.now })

test('a waiting link is listed with its maker, and one that is ended opens nothing', async () => {
	const owner = await newOwner()
	const [first, second] = [await invited(owner), await invited(owner, 'Back desk')]
	const links = await waiting(owner)
	expect(links.map(({ name, makerName }) => [name, makerName]).sort()).toEqual([
		['Back desk', 'Chidi’s phone'],
		['Front desk', 'Chidi’s phone'],
	])
	const linkId = links.find(({ name }) => name === 'Front desk')?.linkId ?? ''
	const endLink = (shop = owner.shop) =>
		endKioskLink(desk.deps, { shop, linkId, by: tapOf(owner), now: desk.clock.now })
	expect(await endLink((await newOwner()).shop)).toEqual(refused('kiosk_link_used'))
	expect(await endLink()).toMatchObject({ ok: true })
	expect(await endLink()).toEqual(refused('kiosk_link_used'))
	expect(await open(first)).toEqual(refused('kiosk_link_used'))
	expect(await open(second)).toMatchObject({ ok: true })
	expect(await waiting(owner)).toEqual([])
})

test('ten links of a day wait unopened; one that is ended counts, and an opened one makes room', async () => {
	const owner = await newOwner()
	const links = []
	for (let n = 0; n < 10; n++) links.push(await invited(owner, `Desk ${n}`))
	const [linkId = ''] = (await waiting(owner)).map((link) => link.linkId)
	const more = () => invited(owner, 'One more')
	await expect(more()).rejects.toThrow('too_many_links')
	await endKioskLink(desk.deps, { shop: owner.shop, linkId, by: tapOf(owner), now: desk.clock.now })
	await expect(more()).rejects.toThrow('too_many_links')
	for (const link of links) await open(link)
	expect(await more()).toBeTruthy()
})

test('links end with the device that made them, by hand or by five wrong PINs; the operator’s stay', async () => {
	const owner = await newOwner()
	const link = await invited(owner)
	const byOperator = await inviteDevice(desk.deps, {
		...{ shop: owner.shop, name: 'New phone', role: 'owner', now: desk.clock.now },
	})
	expect(await end(owner)).toMatchObject({ ok: true })
	expect(await open(link)).toEqual(refused('kiosk_link_used'))
	expect((await waiting(owner)).map(({ name }) => name)).toEqual(['New phone'])
	expect(byOperator.ok && (await open(byOperator.value.token))).toMatchObject({ ok: true })

	const other = await newOwner()
	const handedOn = await invited(other)
	const { accessKeys } = desk.deps.shops
	for (let n = 0; n < 5; n++)
		await desk.deps.writeBatch([accessKeys.countWrongPin(other.keyId, desk.clock.now)])
	expect(await open(handedOn)).toEqual(refused('kiosk_link_used'))
})

test('an owner ends no owner’s device, not even their own; a device of the desk ends', async () => {
	const owner = await newOwner()
	const other = { ...owner, keyId: newId() }
	await desk.change(
		`INSERT INTO access_keys (id, shop_id, kind, role, name, secret_hash, pin_hash, created_at)
			VALUES (?1, ?2, 'kiosk', 'owner', 'Ngozi’s phone', ?1, 'x', 0)`,
		other.keyId,
		owner.shop.id,
	)
	await open(await invited(owner))
	for (const one of [owner, other])
		expect(await end(one, true, tapOf(owner))).toEqual(refused('key_of_owner'))
	const keys = await desk.deps.shops.accessKeys.keysOfShop(owner.shop.id)
	const keyId = keys.find(({ name }) => name === 'Front desk')?.keyId ?? ''
	expect(await end({ ...owner, keyId }, false, tapOf(owner))).toMatchObject({ ok: true })
	expect(await live(owner)).toEqual([
		['Chidi’s phone', null],
		['Ngozi’s phone', null],
	])
})

test('ending a device names the keys that it made, and ends them with it where that is asked for', async () => {
	const owner = await newOwner()
	await open(await invited(owner))
	const issue = () =>
		issueApiKey(desk.deps, {
			...{ shop: owner.shop, name: 'Website', scopes: ['appointments:read'], by: tapOf(owner) },
			now: desk.clock.now,
		})
	expect(await issue()).toMatchObject({ ok: true })
	const made = [
		{ kind: 'api', name: 'Website' },
		{ kind: 'kiosk', name: 'Front desk' },
	]
	const named = async (ended: ReturnType<typeof end>) => {
		const answer = await ended
		return answer.ok ? answer.value.made.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)) : answer
	}
	const listed = async () =>
		(await desk.deps.shops.accessKeys.keysOfShop(owner.shop.id)).map(({ maker }) => maker?.isEnded ?? null)
	// The newest first.
	expect(await listed()).toEqual([false, false, null])
	expect(await named(end(owner))).toMatchObject(made)
	expect(await listed()).toEqual([true, true, null])
	expect(await live(owner)).toEqual([
		['Front desk', 'Chidi’s phone'],
		['Website', 'Chidi’s phone'],
	])
	expect(await end(owner)).toEqual(refused('key_ended'))
	expect(await named(end(owner, true))).toMatchObject(made)
	expect(await live(owner)).toEqual([])
	const acts = await desk.rows(
		`SELECT summary FROM shop_acts WHERE shop_id = ? AND kind = 'key_ended' ORDER BY summary`,
		owner.shop.id,
	)
	expect(acts.map(({ summary }) => summary)).toEqual([
		'Key ‘Chidi’s phone’',
		'Key ‘Front desk’',
		'Key ‘Website’',
	])
	await expect(issue()).rejects.toMatchObject({ rule: 'key_ended' })
})
