import { describe, expect, test } from 'vitest'
import { hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import type { BankAccount, ResolveAccountOutcome } from '#app/domain/payments/provider-transfer.ts'
import { stopLinkId } from '#app/domain/payouts/payout-account.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import {
	lookUpPayoutAccount,
	type SetPayoutAccountInput,
	setPayoutAccount,
} from '#app/flows/payouts/set-payout-account.server.ts'
import {
	accountOfStopLink,
	type PayoutAccountStoppedBy,
	stopPayoutAccount,
} from '#app/flows/payouts/stop-payout-account.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { mondayMorningAt as now } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('payout-account')
const WAIT_MS = 48 * HOUR_MS
const KEY = 'a key of the server'
const access = { bankCode: '044', accountNumber: '0000001234' }
const kuda = { bankCode: '50211', accountNumber: '0000005678' }

/** Stands for Paystack: an account of 0000009999 is none. */
function bankOf(answer?: ResolveAccountOutcome) {
	const asked: BankAccount[] = []
	return {
		asked,
		provider: {
			async resolveAccount(account: BankAccount): Promise<ResolveAccountOutcome> {
				asked.push(account)
				if (answer) return answer
				return account.accountNumber === '0000009999'
					? { outcome: 'not_found' }
					: { outcome: 'found', holderName: `HOLDER ${account.accountNumber.slice(-4)}` }
			},
		},
	}
}

async function newShop(email: string | null = 'desk@shop.example') {
	const { id } = await desk.newShop()
	await desk.database().change('UPDATE shops SET email = ? WHERE id = ?', email, id)
	const { keyId, ...caller } = await addOwnCaller(desk.deps, id, now)
	const shop = { id, name: `Shop ${id}` }
	const deps = (bank = bankOf()) => ({ ...desk.deps, provider: bank.provider })
	const byOwner = (): Extract<SetPayoutAccountInput['by'], { setBy: 'owner' }> => {
		const actId = newId()
		return {
			...{ setBy: 'owner', keyId, actId },
			actOf: (act) =>
				desk.deps.shops.shopActs.insertAct({ ...act, id: actId, requestId: actId, shopId: id, keyId, now }),
		}
	}
	const seenId = async () => (await desk.deps.payouts.accounts.accountsOf(id))?.accounts[0]?.accountId ?? null
	return {
		...{ shop, caller, byOwner, seenId, deps },
		async set(account: BankAccount, input: Partial<SetPayoutAccountInput> = {}, bank = bankOf()) {
			return setPayoutAccount(deps(bank), {
				...{ shop, account, linkKey: KEY, now, by: byOwner(), seenId: await seenId() },
				holderName: `HOLDER ${account.accountNumber.slice(-4)}`,
				...input,
			})
		},
		inForce: async () => (await desk.deps.payouts.paidShops.shopToPay(id, now))?.account ?? null,
		rows: () => desk.database().rows('SELECT * FROM payout_accounts WHERE shop_id = ? ORDER BY rowid', id),
		acts: () =>
			desk
				.database()
				.rows(
					`SELECT kind, key_id IS NOT NULL AS of_key, summary FROM shop_acts WHERE shop_id = ? AND kind LIKE 'payout%' ORDER BY rowid`,
					id,
				),
		mails: (kind: string) =>
			desk
				.database()
				.rows('SELECT * FROM outbox WHERE kind = ? AND payload LIKE ? ORDER BY rowid', kind, `%Shop ${id}%`),
	}
}
const operator = { by: { setBy: 'operator' as const } }

async function mailOf(message: Record<string, unknown> | undefined, at = now) {
	const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
	return messages
		.find(({ kind }) => kind === message?.kind)
		?.prepare(
			{ ...desk.deps, sender, cookieKeys: ['a newer key', KEY] },
			{ ...message, payload: String(message?.payload), createdAt: now } as never,
			at,
		)
}

describe('an account for payouts (D58)', () => {
	test('the first one counts at once where the operator sets it, and after 48 hours where the owner does', async () => {
		const one = await newShop()
		expect(await one.set(access, operator)).toMatchObject({ ok: true, value: { isNew: true } })
		expect(await one.inForce()).toMatchObject({
			...access,
			bankName: 'Access Bank',
			holderName: 'HOLDER 1234',
			usableAt: now,
		})
		const other = await newShop()
		await other.set(access)
		expect(await other.inForce()).toMatchObject({ setBy: 'owner', usableAt: now + WAIT_MS })
		expect(await one.acts()).toEqual([
			{ kind: 'payout_account_changed', of_key: 0, summary: 'Access Bank ••••1234' },
		])
		expect(await other.acts()).toEqual([
			{ kind: 'payout_account_changed', of_key: 1, summary: 'Access Bank ••••1234' },
		])
	})

	test('each change waits 48 hours, whoever makes it; the one before it gets nothing meanwhile', async () => {
		const shop = await newShop()
		await shop.set(access, operator)
		await shop.set(kuda, operator)
		expect(await shop.inForce()).toMatchObject({ ...kuda, usableAt: now + WAIT_MS })
		expect(await shop.rows()).toHaveLength(2)
		// Also where the first one was stopped: who begins anew is no new shop.
		const stopped = await newShop()
		await stopped.set(access, operator)
		await desk
			.database()
			.change('UPDATE payout_accounts SET stopped_at = 1 WHERE shop_id = ?', stopped.shop.id)
		await stopped.set(kuda, operator)
		expect(await stopped.inForce()).toMatchObject({ ...kuda, usableAt: now + WAIT_MS })
	})

	test('the same bank and number change nothing, ask nothing and tell nothing', async () => {
		const shop = await newShop()
		await shop.set(access)
		const bank = bankOf()
		expect(await shop.set(access, {}, bank)).toMatchObject({ ok: true, value: { isNew: false } })
		expect(bank.asked).toEqual([])
		expect(await shop.rows()).toHaveLength(1)
		expect(await shop.mails('shop_payout_account_changed')).toHaveLength(1)
	})

	test('what was shown is what is confirmed: another name, no account and a silent bank set none', async () => {
		const shop = await newShop()
		expect(await shop.set(access, { holderName: 'ADA OBI' })).toEqual({
			ok: false,
			refusal: 'holder_differs',
		})
		const none = { bankCode: '044', accountNumber: '0000009999' }
		expect(await shop.set(none)).toEqual({ ok: false, refusal: 'account_not_resolved' })
		const silent = bankOf({ outcome: 'unknown', why: 'timeout' })
		expect(await shop.set(access, {}, silent)).toEqual({ ok: false, refusal: 'bank_silent' })
		expect(await shop.rows()).toEqual([])
		expect(await shop.acts()).toEqual([])
	})

	test('a shop asks for five names an hour, confirming included; another shop is not slowed', async () => {
		const shop = await newShop()
		const ask = (at = now) =>
			lookUpPayoutAccount(shop.deps(), { shopId: shop.shop.id, account: access, now: at })
		for (let tries = 1; tries <= 4; tries++)
			expect(await ask()).toEqual({ ok: true, value: { holderName: 'HOLDER 1234' } })
		expect(await shop.set(access, { holderName: 'ADA OBI' })).toMatchObject({ refusal: 'holder_differs' })
		const bank = bankOf()
		expect(await shop.set(access, {}, bank)).toEqual({ ok: false, refusal: 'too_many_account_tries' })
		expect(bank.asked).toEqual([])
		expect(await ask()).toEqual({ ok: false, refusal: 'too_many_account_tries' })
		expect(await ask(now + HOUR_MS)).toMatchObject({ ok: true })
		expect(await (await newShop()).set(access)).toMatchObject({ ok: true })
	})

	test('without Paystack an owner sets none, and the operator types the name', async () => {
		const shop = await newShop()
		const deps = { ...desk.deps, provider: null }
		const input = { shop: shop.shop, account: access, seenId: null, linkKey: KEY, now }
		const typed = { ...input, holderName: 'Ada Obi' }
		expect(await setPayoutAccount(deps, { ...typed, by: shop.byOwner() })).toMatchObject({
			refusal: 'account_by_operator',
		})
		expect(await setPayoutAccount(deps, { ...input, ...operator })).toMatchObject({
			refusal: 'account_by_operator',
		})
		expect(await setPayoutAccount(deps, { ...typed, ...operator })).toMatchObject({ ok: true })
		expect(await shop.inForce()).toMatchObject({ holderName: 'Ada Obi' })
	})

	test('two devices at once: one sets its account, and the other is told', async () => {
		const shop = await newShop()
		await shop.set(access, operator)
		const seenId = await shop.seenId()
		for (let round = 1; round <= 5; round++) {
			const accounts = [round, round + 10].map((n) => ({ ...kuda, accountNumber: String(1_000_000_000 + n) }))
			const before = await shop.seenId()
			const set = await Promise.all(
				accounts.map((account) =>
					setPayoutAccount(
						{ ...bookingDeps(desk.database().url), provider: bankOf().provider },
						{
							...{ shop: shop.shop, account, seenId: before, by: { setBy: 'operator' }, linkKey: KEY },
							now: now + round,
						},
					),
				),
			)
			expect(set.filter(({ ok }) => ok)).toHaveLength(1)
			expect(set.find(({ ok }) => !ok)).toEqual({ ok: false, refusal: 'account_set_meanwhile' })
			expect(await shop.rows()).toHaveLength(1 + round)
		}
		// And the page that was opened before all of it.
		expect(await shop.set(kuda, { seenId })).toEqual({ ok: false, refusal: 'account_set_meanwhile' })
	})

	test('two first accounts at once: both are first for nobody', async () => {
		const shop = await newShop()
		const set = await Promise.all(
			[access, kuda].map((account) =>
				setPayoutAccount(
					{ ...bookingDeps(desk.database().url), provider: bankOf().provider },
					{ shop: shop.shop, account, seenId: null, by: { setBy: 'operator' }, linkKey: KEY, now },
				),
			),
		)
		expect(set.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await shop.rows()).toHaveLength(1)
	})

	test('the shop is mailed, with the link while it waits and no more of the number than it shows', async () => {
		const shop = await newShop()
		await shop.set(access, operator)
		await shop.set(kuda)
		const [first, second] = await shop.mails('shop_payout_account_changed')
		expect(second?.recipient_email).toBe('desk@shop.example')
		const told = await mailOf(second)
		if (!told?.ok) throw new Error('no mail')
		const { text } = told.value.letter
		const { accountId = '' } = (await shop.inForce()) ?? {}
		const token = mailedToken(KEY, stopLinkId(accountId))
		expect(text).toContain('Kuda Bank ••••5678')
		expect(text).toContain(`https://wakati.example/payouts/stop?token=${token}`)
		expect(text).not.toContain('0000005678')
		expect(JSON.stringify(second)).not.toContain(token)
		const atOnce = await mailOf(first)
		expect(atOnce?.ok && atOnce.value.letter.text).toContain('from now on')
		expect(atOnce?.ok && atOnce.value.letter.text).not.toContain('/payouts/stop')
		await stopPayoutAccount(desk.deps, { accountId, by: { stoppedBy: 'operator' }, now })
		expect(await mailOf(second)).toEqual({ ok: false, refusal: 'account_stopped' })
	})
})

describe('an account for payouts is stopped (D58)', () => {
	async function waiting() {
		const shop = await newShop()
		await shop.set(access, operator)
		await shop.set(kuda)
		const accountId = (await shop.inForce())?.accountId ?? ''
		const token = mailedToken(KEY, stopLinkId(accountId))
		const stop = (by: PayoutAccountStoppedBy, at = now) =>
			stopPayoutAccount(desk.deps, { accountId, by, now: at })
		return { ...shop, accountId, token, stop }
	}
	const byLink = { stoppedBy: 'link' } as const

	test('the one before it is in force again; as often as the link is used, the answer is the same', async () => {
		const shop = await waiting()
		const linkAt = (at = now) => accountOfStopLink(desk.deps, { token: shop.token, now: at })
		expect(await linkAt()).toMatchObject({ state: 'waiting', account: { accountId: shop.accountId } })
		for (let times = 1; times <= 3; times++) expect(await shop.stop(byLink)).toMatchObject({ ok: true })
		expect(await shop.inForce()).toMatchObject({ ...access, usableAt: now })
		expect(await linkAt()).toMatchObject({ state: 'stopped' })
		expect(await linkAt(now + 10 * WAIT_MS)).toMatchObject({ state: 'stopped' })
		expect(await shop.stop(byLink, now + 10 * WAIT_MS)).toMatchObject({ ok: true })
		expect(await shop.rows()).toMatchObject([{ stopped_at: null }, { stopped_at: now }])
		expect((await shop.acts()).slice(2)).toEqual([
			{ kind: 'payout_account_stopped', of_key: 0, summary: 'Kuda Bank ••••5678, by the link in the email' },
		])
	})

	test('pressed twice at once, it is one act', async () => {
		const shop = await waiting()
		const stopped = await Promise.all(
			[1, 2, 3].map(() =>
				stopPayoutAccount(bookingDeps(desk.database().url), {
					...{ accountId: shop.accountId, by: byLink, now },
				}),
			),
		)
		expect(stopped.every(({ ok }) => ok)).toBe(true)
		expect(await shop.acts()).toHaveLength(3)
	})

	test('after 48 hours the link and the owner stop nothing, the operator does', async () => {
		const shop = await waiting()
		const late = now + WAIT_MS
		expect(await shop.stop(byLink, late - 1)).toMatchObject({ ok: true })
		await desk.database().change('UPDATE payout_accounts SET stopped_at = NULL WHERE id = ?', shop.accountId)
		const inUse = { ok: false, refusal: 'payout_account_in_use' }
		expect(await shop.stop(byLink, late)).toEqual(inUse)
		const { actOf } = shop.byOwner()
		expect(await shop.stop({ stoppedBy: 'owner', shopId: shop.shop.id, actOf }, late)).toEqual(inUse)
		expect(await shop.inForce()).toMatchObject(kuda)
		expect(await shop.stop({ stoppedBy: 'operator' }, late)).toMatchObject({ ok: true })
		expect(await shop.inForce()).toMatchObject(access)
	})

	test('no other token, and no other shop’s device, stops it', async () => {
		const [shop, other] = [await waiting(), await waiting()]
		for (const token of ['', 'old', hashSecretToken(shop.token), mailedToken(KEY, shop.accountId)])
			expect(await accountOfStopLink(desk.deps, { token, now })).toBeNull()
		const { actOf } = other.byOwner()
		expect(await shop.stop({ stoppedBy: 'owner', shopId: other.shop.id, actOf })).toEqual({
			ok: false,
			refusal: 'payout_account_unknown',
		})
		expect(await shop.inForce()).toMatchObject(kuda)
	})
})

test('D58: an owner sets no account for a shop that has no email to be told at', async () => {
	const shop = await newShop(null)
	expect(await shop.set({ bankCode: '044', accountNumber: '0000001234' })).toEqual({
		ok: false,
		refusal: 'account_needs_email',
	})
	expect(await shop.rows()).toEqual([])
})

describe('another contact of the shop holds its payouts (D58)', () => {
	const held = async (id: string) =>
		(await desk.database().rows('SELECT payouts_held_until FROM shops WHERE id = ?', id))[0]
			?.payouts_held_until

	test('another phone or WhatsApp number is told to the shop’s address, and holds them 48 hours; the same one and a first one do not', async () => {
		const { shop, mails } = await newShop()
		await desk.database().change(`UPDATE shops SET phone = NULL, name = ? WHERE id = ?`, shop.name, shop.id)
		const setPhone = (phone: string | null, at: number) =>
			changeDetails(desk.deps, { shopId: shop.id, fields: { phone }, now: at })
		await setPhone('+2348031234567', now)
		await setPhone('+2348031234567', now)
		await changeDetails(desk.deps, { shopId: shop.id, fields: { landmark: 'By the park' }, now })
		expect(await held(shop.id)).toBe(0)
		expect(await mails('shop_contact_changed')).toEqual([])
		await setPhone('+2348030000000', now + 1)
		expect(await held(shop.id)).toBe(now + 1 + WAIT_MS)
		const [mail, ...more] = await mails('shop_contact_changed')
		expect(more).toEqual([])
		expect(mail).toMatchObject({ recipient_email: 'desk@shop.example' })
		const told = await mailOf(mail)
		expect(told?.ok && told.value.letter.subject).toContain('Your shop’s phone number was changed')
		await desk.database().change(`UPDATE shops SET whatsapp = '+2348039999999' WHERE id = ?`, shop.id)
		const setWhatsApp = (at: number) =>
			changeDetails(desk.deps, { shopId: shop.id, fields: { whatsapp: '+2348038888888' }, now: at })
		await setWhatsApp(now + 2)
		expect(await held(shop.id)).toBe(now + 2 + WAIT_MS)
		expect(await mails('shop_contact_changed')).toHaveLength(2)
		// None any more is another one too.
		await setPhone(null, now + 3)
		expect(await held(shop.id)).toBe(now + 3 + WAIT_MS)
		// A change never shortens what holds them already.
		const longer = now + 10 * WAIT_MS
		await desk
			.database()
			.change(
				`UPDATE shops SET phone = '+2348030000000', payouts_held_until = ? WHERE id = ?`,
				longer,
				shop.id,
			)
		await setPhone('+2348031234567', now + 4)
		expect(await held(shop.id)).toBe(longer)
	})

	test('nothing is paid meanwhile, and the page’s reader says until when', async () => {
		const { shop, set, caller } = await newShop()
		await set(access, operator)
		await desk.database().change(`UPDATE shops SET phone = '+2348031234567' WHERE id = ?`, shop.id)
		await changeDetails(desk.deps, { shopId: shop.id, fields: { phone: '+2348030000000' }, now })
		expect(await desk.deps.payouts.paidShops.shopToPay(shop.id, now)).toMatchObject({
			heldUntil: now + WAIT_MS,
		})
		expect(await desk.deps.payouts.accounts.accountsOfCaller(caller)).toMatchObject({
			heldUntil: now + WAIT_MS,
			accounts: [access],
		})
	})
})
