import { describe, expect, test } from 'vitest'
import { createShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { approveSignup, refuseSignup } from '#app/flows/shop/decide-signup.server.ts'
import { openKiosk } from '#app/flows/shop/open-kiosk.server.ts'
import { proveSignup, readSignup } from '#app/flows/shop/sign-up-shop.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { createSignupDesk, type SignupForm, signupForm } from '#tests/support/signup-desk.ts'
import { addSmallShop, mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const { deps, send, mailTo, tokenTo, ops } = createSignupDesk(() => database())

const rowsOf = (email: string) => database().rows('SELECT * FROM shop_signups WHERE email = ?', email)
const mailsTo = (email: string) =>
	database().count('SELECT count(*) FROM outbox WHERE recipient_email = ?', email)

/** A form whose e-mail is proved: its id. */
async function waiting(form: SignupForm): Promise<string> {
	await send(form, { now })
	await proveSignup(deps(), { token: await tokenTo(form.email, now), operatorEmail: null, now })
	return String((await rowsOf(form.email))[0]?.id)
}

const approving = (signupId: string) => {
	const { read } = openDatabase({ url: database().url })
	return approveSignup(
		{ ...deps(), shopImports: createShopImportRepository(read) },
		{ signupId, place: null, linkKey: scratchCookieKey, now },
	)
}

test('the operator is mailed once that a form waits, as soon as its e-mail is proved; not where no address is set', async () => {
	const operatorEmail = 'operator@wakati.example'
	const form = signupForm()
	await send(form, { now })
	const token = await tokenTo(form.email, now)
	const waits = await deps().shops.shopSignups.countWaitingSignups()
	expect(await mailsTo(operatorEmail)).toBe(0)
	for (const at of [now, now + 1]) await proveSignup(deps(), { token, operatorEmail, now: at })
	expect(await mailsTo(operatorEmail)).toBe(1)
	expect(await deps().shops.shopSignups.countWaitingSignups()).toBe(waits + 1)
	const id = String((await rowsOf(form.email))[0]?.id)
	const mail = await mailTo(operatorEmail, 'shop_waiting', now)
	expect(mail?.text).toContain(`shops approve ${id}`)
	expect(mail?.text).not.toContain(form.name)
	await approving(id)
	expect(await mailTo(operatorEmail, 'shop_waiting', now)).toBeNull()
	expect(await deps().shops.shopSignups.countWaitingSignups()).toBe(waits)
	const silent = signupForm()
	await waiting(silent)
	expect(await mailsTo(operatorEmail)).toBe(1)
})

describe('The form of a shop that wants to begin', () => {
	test('sent twice, is one form and one mail an hour; another hour brings the link again', async () => {
		const form = signupForm()
		await Promise.all([send(form, { now }), send(form, { now })])
		expect([(await rowsOf(form.email)).length, await mailsTo(form.email)]).toEqual([1, 1])
		const first = await tokenTo(form.email, now)
		await send(form, { now: now + 2 * HOUR_MS })
		expect([(await rowsOf(form.email)).length, await mailsTo(form.email)]).toEqual([1, 2])
		expect(await tokenTo(form.email, now + 2 * HOUR_MS)).toBe(first)
		await send({ ...form, offer: 'Braids' }, { now })
		expect(await rowsOf(form.email)).toHaveLength(2)
	})

	test('D33: is refused by mailbox and day, and by network and hour, with when to try again', async () => {
		const form = signupForm()
		const sent = []
		for (let n = 0; n < 6; n++) sent.push(await send({ ...form, offer: `Offer ${n}` }, { now: now + n }))
		expect(sent.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false])
		expect(sent[5]).toEqual({ ok: false, refusal: { code: 'rate_limited', retryAt: now + DAY_MS } })
		expect(await rowsOf(form.email)).toHaveLength(5)

		const networkKey = 'a-network'
		const ofNetwork = []
		for (let n = 0; n < 21; n++) ofNetwork.push(await send(signupForm(), { now, networkKey }))
		expect(ofNetwork.filter(({ ok }) => ok)).toHaveLength(20)
		expect(ofNetwork[20]).toEqual({
			ok: false,
			refusal: { code: 'rate_limited', retryAt: now + 3 * MINUTE_MS },
		})
	})

	test('is proved by its link once, and by no other; the operator sees it then alone', async () => {
		const form = signupForm({ name: 'Proved Place' })
		await send(form, { now })
		const token = await tokenTo(form.email, now)
		const names = async () => (await ops(['shops', 'waiting'], now)).forms.map((one: SignupForm) => one.name)
		expect((await readSignup(deps(), { token, now }))?.state).toBe('unproved')
		expect(await names()).not.toContain(form.name)
		const over = { ok: false, refusal: { code: 'link_not_valid' } }
		expect(await proveSignup(deps(), { token: `${token.slice(1)}x`, operatorEmail: null, now })).toEqual(over)
		expect(await proveSignup(deps(), { token, operatorEmail: null, now: now + 3 * DAY_MS })).toEqual(over)
		expect(await proveSignup(deps(), { token, operatorEmail: null, now })).toEqual({ ok: true, value: null })
		expect(await proveSignup(deps(), { token, operatorEmail: null, now: now + 1 })).toEqual({
			ok: true,
			value: null,
		})
		expect((await readSignup(deps(), { token, now }))?.state).toBe('waiting')
		expect(await names()).toContain(form.name)
	})

	test('goes by itself: without proof in 3 days, decided in 30, forgotten in 90', async () => {
		const forms = [signupForm(), signupForm(), signupForm()] as const
		await send(forms[0], { now })
		const refusedId = await waiting(forms[1])
		await waiting(forms[2])
		expect(await refuseSignup(deps(), { signupId: refusedId, reason: 'No', now })).toMatchObject({ ok: true })
		// Its mail is not sent any more.
		expect(await mailTo(forms[0].email, 'shop_signup', now + 3 * DAY_MS)).toBeNull()
		expect(await mailTo(forms[1].email, 'shop_signup', now)).toBeNull()
		const left = async (at: number) => {
			await purgeExpired(deps(), { signups: purges.shopSignups }, at)
			return Promise.all(forms.map(async ({ email }) => (await rowsOf(email)).length))
		}
		expect(await left(now + 3 * DAY_MS - 1)).toEqual([1, 1, 1])
		expect(await left(now + 3 * DAY_MS)).toEqual([0, 1, 1])
		expect(await left(now + 30 * DAY_MS)).toEqual([0, 0, 1])
		expect(await left(now + 90 * DAY_MS)).toEqual([0, 0, 0])
	})

	test('W30: is exported and erased with an account whose e-mail is proved, and with a guest', async () => {
		const { shopSignups } = deps().shops
		const [proved, unproved] = [
			await addSignedInPerson(database(), { at: now, isVerified: true, passwordHash: 'hash' }),
			await addSignedInPerson(database(), { at: now, passwordHash: 'hash' }),
		]
		for (const { email } of [proved, unproved]) await send(signupForm({ email }), { now })
		expect(await shopSignups.exportSignups(proved.actor)).toMatchObject([{ area: 'Yaba', decision: null }])
		expect(await shopSignups.exportSignups(unproved.actor)).toEqual([])
		for (const { actor } of [proved, unproved])
			await deps().writeBatch([shopSignups.forgetSignups(actor, 'hash')])
		expect([await rowsOf(proved.email), (await rowsOf(unproved.email)).length]).toEqual([[], 1])
		await deps().writeBatch([shopSignups.forgetSignupsOfGuest(unproved.email)])
		expect(await rowsOf(unproved.email)).toEqual([])
	})
})

describe('The operator’s decision', () => {
	test('stands beside shops of one name, phone or address', async () => {
		await addSmallShop(database().client, 'known')
		await database().change(`UPDATE shops SET phone = '+2348039999999' WHERE id = 'known'`)
		await waiting(signupForm({ name: 'SHOP  known', phone: '+2348039999999', address: '1, Tejuosho street' }))
		await waiting(signupForm({ name: 'Alone' }))
		const { forms, exitCode } = await ops(['shops', 'waiting'], now)
		const alikeOf = (name: string) => forms.find((one: SignupForm) => one.name === name).alike
		expect(exitCode).toBe(1)
		expect(alikeOf('Alone')).toEqual([])
		expect(alikeOf('SHOP  known')).toMatchObject([{ shopId: 'known', shared: ['name', 'phone', 'address'] }])
		expect(JSON.stringify(forms)).not.toContain('tokenHash')
	})

	test('approved at once ten times, is one unlisted shop, one link and one mail, written down', async () => {
		const form = signupForm({ name: 'Ten Times' })
		const id = await waiting(form)
		const approved = await Promise.all(Array.from({ length: 10 }, () => approving(id)))
		expect(approved.filter(({ ok }) => ok)).toHaveLength(1)
		expect(approved.filter((one) => !one.ok && one.refusal !== 'signup_decided')).toEqual([])
		const [shop, ...others] = await database().rows(`SELECT * FROM shops WHERE name = 'Ten Times'`)
		expect(others).toEqual([])
		expect(shop).toMatchObject({
			...{ is_listed: 0, lists_when_bookable: 1, is_place_known: 0, external_id: id, slug: 'ten-times' },
			...{ description: form.offer, phone: form.phone, email: form.email, latitude: 6.52 },
		})
		const acts = await database().rows(
			'SELECT kind, key_id FROM shop_acts WHERE shop_id = ?',
			String(shop?.id),
		)
		expect(acts).toEqual([
			{ kind: 'shop_begun', key_id: null },
			{ kind: 'key_issued', key_id: null },
		])
		const again = await ops(['shops', 'approve', id], now)
		expect(again).toMatchObject({ exitCode: 0, shopId: shop?.id, decision: 'approved' })
		expect(await ops(['shops', 'refuse', id], now)).toMatchObject({ exitCode: 1, decision: 'approved' })

		const mail = await mailTo(form.email, 'shop_approved', now)
		const token = /kiosk\/open\?link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
		const device = { keyId: newId(), secretHash: newId(), pinHash: 'pin' }
		const opening = { ...device, tokenHash: hashSecretToken(token) }
		expect(await openKiosk(deps(), { ...opening, now: now + DAY_MS })).toMatchObject({ ok: false })
		expect(await openKiosk(deps(), { ...opening, now })).toEqual({ ok: true, value: 'owner' })
		// The link is used, and its mail would only lead to a dead end.
		expect(await mailTo(form.email, 'shop_approved', now)).toBeNull()
	})

	test('refused, tells its sender why, and makes no shop', async () => {
		const form = signupForm()
		const id = await waiting(form)
		expect(await ops(['shops', 'refuse', id, '--reason', 'We only take salons.'], now)).toMatchObject({
			exitCode: 0,
			isRefused: true,
		})
		expect((await mailTo(form.email, 'shop_refused', now))?.text).toContain('We only take salons.')
		expect(await ops(['shops', 'refuse', id], now)).toMatchObject({ exitCode: 0, decision: 'refused' })
		expect(await ops(['shops', 'approve', id], now)).toMatchObject({ exitCode: 1, decision: 'refused' })
		expect(await database().count('SELECT count(*) FROM shops WHERE external_id = ?', id)).toBe(0)
	})

	test('knows no form that is not proved, asks for the place of an unknown city, and reads one', async () => {
		const [unproved, elsewhere] = [signupForm(), signupForm({ city: 'Oke Ila' })]
		await send(unproved, { now })
		const [row] = await rowsOf(unproved.email)
		for (const id of [String(row?.id), 'nothing'])
			expect(await ops(['shops', 'approve', id], now)).toMatchObject({
				exitCode: 1,
				refusal: 'signup_not_found',
			})
		const id = await waiting(elsewhere)
		expect(await ops(['shops', 'approve', id], now)).toMatchObject({ exitCode: 1, refusal: 'place_needed' })
		expect((await ops(['shops', 'approve', id, '--at', '95,3'], now)).exitCode).toBe(2)
		expect(await ops(['shops', 'approve', id, '--at', '7.95, 4.98'], now)).toMatchObject({ exitCode: 0 })
		expect(
			await database().rows('SELECT latitude, is_place_known FROM shops WHERE external_id = ?', id),
		).toEqual([{ latitude: 7.95, is_place_known: 1 }])
	})
})
