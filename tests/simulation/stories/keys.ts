import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { blockTime } from '#app/flows/booking/block-time.server.ts'
import { readCustomerCard } from '#app/flows/booking/customer-card.server.ts'
import { endAccessKey, inviteDevice, issueApiKey } from '#app/flows/shop/change-keys.server.ts'
import { openKiosk } from '#app/flows/shop/open-kiosk.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { callApi } from './program-calls.ts'
import { type Device, deviceOf, tap } from './shop-device.ts'
import type { Setting, Story } from './story.ts'

/** The owner invites a device or makes a key for a program, and ends it later, while it is used. */
export const keysStory: Story = async (setting) => {
	const { me } = setting
	await me.wait(me.random.below(10 * HOUR_MS))
	if (me.random.chance(0.5)) await lifeOfDevice(setting)
	else await lifeOfApiKey(setting)
}

async function lifeOfDevice(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const token = newSecretToken()
	const page = { pageAct: newId(), action: ['invite', 'Second desk'] } as const
	await me.press('invites a device', (deps, now) =>
		tap(deps, deviceOf(shop.id, 'owner'), { ...page, now }, (by) =>
			inviteDevice(deps, {
				shop: { id: shop.id, name: shop.id },
				name: 'Second desk',
				role: 'desk',
				token,
				by,
				now,
			}),
		),
	)
	await me.wait(random.below(random.chance(0.1) ? 30 * HOUR_MS : HOUR_MS))
	// A link that was handed on is opened on two devices at once.
	const devices = [0, 1].map(() => ({ keyId: newId(), secretHash: hashSecretToken(newSecretToken()) }))
	const opened: Device[] = []
	await me.together(
		...devices.map((device) => async () => {
			const answers = await me.press('opens the link of a device', (deps, now) =>
				openKiosk(deps, { tokenHash: hashSecretToken(token), ...device, pinHash: 'none', now }),
			)
			if (answers.some(({ ok }) => ok)) opened.push(device)
		}),
	)
	me.expect(opened.length <= 1, 'one link opened two devices')
	const [device] = opened
	if (!device) return
	const uses = async () => {
		for (let times = 1 + random.below(4); times > 0; times--) {
			await tryDevice(setting, device)
			await me.wait(random.below(5_000))
		}
	}
	await uses()
	await me.wait(random.below(6 * HOUR_MS))
	const isEnded = await endWhile(setting, device.keyId, uses)
	await me.wait(random.below(HOUR_MS))
	const isDone = await tryDevice(setting, device)
	me.expect(!isEnded || !isDone, `the device ${device.keyId} has ended, and does something`)
}

/** Keeps an hour of next year free, and looks at a customer's card. Gives whether the device could do one of them. */
async function tryDevice({ me, shop, news }: Setting, device: Device): Promise<boolean> {
	const { random } = me
	const blockId = newId()
	const staffMemberId = random.pick(shop.staff)
	const startsAt = Math.ceil(me.now() / HOUR_MS) * HOUR_MS + (200 + random.below(100)) * DAY_MS
	const page = { pageAct: newId(), action: ['block', staffMemberId, startsAt] } as const
	const answers = await me.press('blocks time on that device', (deps, now) =>
		tap(deps, device, { ...page, now }, ({ actOf }) => {
			const alongside = actOf({ kind: 'time_blocked', subjectId: blockId, summary: 'An hour' })
			const block = { blockId, shopId: shop.id, staffMemberId, startsAt, endsAt: startsAt + HOUR_MS }
			return blockTime(deps, { ...block, reason: '', alongside, now })
		}),
	)
	const visit = news.someOf(random, shop.id)
	const caller = { secretHash: device.secretHash, kind: 'kiosk', sessionHash: null } as const
	const card = await me.ask('opens a card on that device', (deps, now) =>
		readCustomerCard(deps, {
			caller,
			referenceNumber: visit?.referenceNumber ?? '',
			before: null,
			limit: 5,
			now,
		}),
	)
	return card?.ok === true || answers.some((answer) => typeof answer === 'object' && answer.ok)
}

async function lifeOfApiKey(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const secret = newSecretToken()
	const page = { pageAct: newId(), action: ['make key', 'A till'] } as const
	let keyId = ''
	const made = await me.press('makes a key for a program', (deps, now) =>
		tap(deps, deviceOf(shop.id, 'owner'), { ...page, now }, (by) => {
			keyId = by.actId
			const named = { shop: { id: shop.id, name: shop.id }, name: 'A till' }
			return issueApiKey(deps, { ...named, scopes: shopScopes, secret, by, now })
		}),
	)
	if (!made.some((answer) => answer === 'act_done_already' || (typeof answer === 'object' && answer.ok)))
		return
	const secretHash = hashSecretToken(secret)
	const calls = async () => {
		for (let times = 1 + random.below(4); times > 0; times--) {
			await tryApiKey(setting, secretHash)
			await me.wait(random.below(5_000))
		}
	}
	await calls()
	await me.wait(random.below(6 * HOUR_MS))
	const isEnded = await endWhile(setting, keyId, calls)
	await me.wait(random.below(HOUR_MS))
	const isDone = await tryApiKey(setting, secretHash)
	me.expect(!isEnded || !isDone, `the key ${keyId} has ended, and does something`)
}

/** Lists the day, and books a walk-in. Gives whether the key could do one of them. */
async function tryApiKey({ me, shop }: Setting, secretHash: string): Promise<boolean> {
	const ofShop = { shopId: shop.id, path: '/appointments', secretHash }
	const listed = await me.ask('till: lists the day', (deps, now) =>
		callApi(deps, { ...ofShop, method: 'GET' }, now),
	)
	const idempotencyKey = newId()
	const body = { service_ids: [me.random.pick(shop.services)], customer: { first_name: 'At the till' } }
	const isAtNight = me.random.chance(0.5)
	const startsAt = new Date(me.now() + (isAtNight ? 20 : 0) * HOUR_MS + MINUTE_MS).toISOString()
	const booked = await me.press('till: books a walk-in', (deps, now) =>
		callApi(deps, { ...ofShop, method: 'POST', body: { ...body, starts_at: startsAt }, idempotencyKey }, now),
	)
	return listed?.status === 200 || booked.some((answer) => answer?.status === 201)
}

/** The owner ends a key at the very moment in which it is used. Gives whether they were told so. */
async function endWhile({ me, shop }: Setting, keyId: string, uses: () => Promise<void>): Promise<boolean> {
	const page = { pageAct: newId(), action: ['end key', keyId] } as const
	let isEnded = false
	const ends = async () => {
		await me.wait(me.random.below(4_000))
		const answers = await me.press('ends a key', (deps, now) =>
			tap(deps, deviceOf(shop.id, 'owner'), { ...page, now }, (by) =>
				endAccessKey(deps, { shop: { id: shop.id, name: shop.id }, keyId, by, now }),
			),
		)
		isEnded = answers.some((answer) => typeof answer === 'object' && answer.ok)
	}
	await me.together(uses, ends)
	return isEnded
}
