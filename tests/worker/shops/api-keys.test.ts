import { expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/keys'

/** The status of a call that needs `catalogue:read`, with this key. */
async function callWith(key: string | undefined): Promise<number> {
	const answer = await fetch(new URL('/api/v1/services', site().url), {
		headers: { authorization: `Bearer ${key}` },
	})
	await answer.arrayBuffer()
	return answer.status
}

async function ownerOfShop() {
	const shop = await addKioskShop(site())
	const device = await openShopDevice(site(), shop.id)
	const typed = (scopes: string[], name = 'Website', act = newId()) =>
		new URLSearchParams([
			...Object.entries({ act, intent: 'make', keyName: name }),
			...scopes.map((scope) => ['scope', scope]),
		])
	const keyOf = (text: string) => /wakati_[\w-]{43}/.exec(text)?.[0]
	return { shop, ...device, typed, keyOf }
}

test('An owner makes a key that is shown once, pressed twice the same, and it may do what was chosen', async () => {
	const { shop, browser, keyId, typed, keyOf } = await ownerOfShop()
	const form = typed(['catalogue:read'])
	const answers = await Promise.all([1, 2].map(() => browser.post(page, form)))
	const [key, again] = answers.map(({ text }) => keyOf(text))
	expect([typeof key, again]).toEqual(['string', key])
	expect(await callWith(key)).toBe(200)
	const rows = await site().database.rows(
		`SELECT name, scopes, secret_hash FROM access_keys WHERE shop_id = ? AND kind = 'api'`,
		shop.id,
	)
	expect(rows).toEqual([
		{
			name: 'Website',
			scopes: '["catalogue:read"]',
			secret_hash: hashSecretToken(key?.replace('wakati_', '') ?? ''),
		},
	])
	const listed = await browser.open(page)
	expect([keyOf(listed.html), listed.text.includes('catalogue:read')]).toEqual([undefined, true])
	const acts = await site().database.rows(
		`SELECT kind, summary FROM shop_acts WHERE key_id = ? AND kind = 'key_issued'`,
		keyId,
	)
	expect(acts).toEqual([{ kind: 'key_issued', summary: 'Key ‘Website’' }])
	const used = `SELECT count(*) AS n FROM access_keys WHERE kind = 'api' AND shop_id = ? AND last_seen_at IS NOT NULL`
	await expect.poll(() => site().database.count(used, shop.id)).toBe(1)
	expect((await browser.open(page)).text).toContain('last used')
})

test('A key that is ended opens nothing with the next request, and is not shown again', async () => {
	const { shop, browser, typed, keyOf } = await ownerOfShop()
	const form = typed(['catalogue:read'])
	const key = keyOf((await browser.post(page, form)).text)
	expect(await callWith(key)).toBe(200)
	const [row] = await site().database.rows(
		`SELECT id FROM access_keys WHERE shop_id = ? AND kind = 'api'`,
		shop.id,
	)
	const end = new URLSearchParams({ act: newId(), intent: 'end', key: String(row?.id) })
	expect((await browser.post(page, end)).text).toContain('Ended')
	expect(await callWith(key)).toBe(401)
	const late = await browser.post(page, form)
	expect([late.status, keyOf(late.html)]).toEqual([409, undefined])
	expect(late.text).toContain('This key has ended.')
	const other = await ownerOfShop()
	const strange = await other.browser.post(page, end)
	expect([strange.status, strange.text.includes('Not found.')]).toEqual([404, true])
})

test('A shop has at most twenty keys, of three that are asked for at once too; an ended one makes room', async () => {
	const { shop, browser, typed } = await ownerOfShop()
	const make = async (place: number) =>
		(await browser.post(page, typed(['codes:use'], `Till ${place}`))).status
	for (let place = 0; place < 19; place++) expect(await make(place)).toBe(200)
	const made = await Promise.all([19, 20, 21].map(make))
	const live = () =>
		site().database.count(
			`SELECT count(*) AS n FROM access_keys WHERE shop_id = ? AND kind = 'api' AND ended_at IS NULL`,
			shop.id,
		)
	expect([await live(), made.toSorted()]).toEqual([20, [200, 409, 409]])
	await site().database.change(
		`UPDATE access_keys SET ended_at = created_at, ending = 'revoked' WHERE shop_id = ? AND name LIKE 'Till 1%'`,
		shop.id,
	)
	expect((await browser.post(page, typed(['codes:use'], 'One more'))).status).toBe(200)
})

test('A key without a name or a scope is not made; what was chosen is kept', async () => {
	const { shop, browser, typed } = await ownerOfShop()
	for (const [name, scopes, words] of [
		['', ['codes:use'], 'Type a name, such as Website'],
		['Website', [], 'Choose what it may do'],
		['Website', ['everything:write'], 'Please enter it again'],
	] as const) {
		const refused = await browser.post(page, typed([...scopes], name))
		expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
	}
	const kept = await browser.post(page, typed(['codes:use'], ''))
	expect(kept.document.querySelector('[value="codes:use"]')?.hasAttribute('checked')).toBe(true)
	expect(
		await site().database.count(
			`SELECT count(*) AS n FROM access_keys WHERE kind = 'api' AND shop_id = ?`,
			shop.id,
		),
	).toBe(0)
	expect((await ownerForm(browser, page)).get('keyName')).toBe('')
})
