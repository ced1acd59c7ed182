import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { DeviceOf } from '#app/domain/shops/access-key-repository.server.ts'
import { endAccessKey, inviteDevice, type OwnerAct } from '#app/flows/shop/change-keys.server.ts'
import { openKiosk } from '#app/flows/shop/open-kiosk.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Rough } from '../faults.ts'
import { clockAt } from '../judges/clock-by-hand.ts'
import type { RequestDeps } from '../request.ts'
import {
	type AppointmentPost,
	type DeviceAnswer,
	type KioskDevice,
	lockDevice,
	openPath,
	postAppointment,
	typePin,
} from './kiosk-device.ts'
import { lastDaysOf } from './last-day-record.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting, Story } from './story.ts'

/** An unused device asks for its PIN after so long. */
const IDLE_MS = 10 * MINUTE_MS
/** A clock is off by so much at most. */
const SKEW_MS = 15_000

type Role = DeviceOf['role']

/** What each kind of device may do with an appointment, and the pages that it opens. */
const allowed: Readonly<Record<Role, { posts: readonly AppointmentPost[]; pages: readonly string[] }>> = {
	owner: {
		posts: ['arrive', 'confirm', 'complete', 'complete-unpaid', 'undo', 'miss', 'transfer-paid'],
		pages: ['/kiosk', '/kiosk/rota', '/kiosk/customers', '/kiosk/shop/people'],
	},
	desk: {
		posts: ['arrive', 'confirm', 'complete', 'complete-unpaid', 'undo', 'miss', 'transfer-paid'],
		pages: ['/kiosk', '/kiosk/rota', '/kiosk/customers'],
	},
	person: {
		posts: ['arrive', 'complete', 'complete-unpaid', 'undo'],
		pages: ['/kiosk', '/kiosk/rota'],
	},
}

/** A shop gets a device of each kind, one after the other: it acts, is locked, left alone, and ended. */
export const kioskStory: Story = async (setting) => {
	const { me } = setting
	await me.wait(me.random.below(3 * HOUR_MS))
	for (const role of ['desk', 'person', 'owner'] as const)
		if (me.random.chance(0.7)) await lifeOf(setting, role)
}

async function lifeOf(setting: Setting, role: Role): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const staffMemberId = random.pick(shop.staff)
	const of: DeviceOf = role === 'person' ? { role, staffMemberId } : { role }
	const device = await newDevice(setting, of)
	if (!device) return
	for (let acts = 2 + random.below(3); acts > 0; acts--) {
		await actOn(setting, device, of)
		await me.wait(random.below(random.chance(0.2) ? 20 * HOUR_MS : 8 * MINUTE_MS))
		if (random.chance(0.4)) await type(setting, device)
	}
	await lockAndCopy(setting, device, of)
	if (role === 'owner') await handOnAndEnd(setting, device)
	else await endDevice(setting, device)
	const { admitted } = await openAt(setting, device, '/kiosk')
	me.expect(admitted !== true, `the device ${device.keyId} has ended, and opens a page`)
}

/** By the operator, or for a desk and a person by the owner. Gives the device with its PIN typed. */
async function newDevice(setting: Setting, of: DeviceOf, maker?: KioskDevice): Promise<KioskDevice | null> {
	const { me } = setting
	const link = await invite(setting, of, maker)
	await me.wait(me.random.below(30 * MINUTE_MS))
	const device = await openLink(setting, link)
	if (device) await type(setting, device)
	return device
}

type Link = { token: string; isMade: boolean }

async function invite({ me, shop }: Setting, of: DeviceOf, maker?: KioskDevice): Promise<Link> {
	const token = newSecretToken()
	const named = { shop: { id: shop.id, name: shop.id }, name: `A ${of.role}`, token }
	const page = { pageAct: newId(), action: ['invite', of.role] } as const
	const isByOperator = of.role === 'owner' || (!maker && me.random.chance(0.3))
	const answers = await me.press(`invites a device (${of.role})`, (deps, now) =>
		isByOperator
			? inviteDevice(deps, { ...named, ...of, now })
			: tap(deps, maker ?? deviceOf(shop.id, 'owner'), { ...page, now }, (by: OwnerAct) =>
					inviteDevice(deps, { ...named, ...of, by, now }),
				),
	)
	return { token, isMade: answers.some((answer) => typeof answer === 'object' && answer.ok) }
}

async function openLink({ me }: Setting, { token }: Link): Promise<KioskDevice | null> {
	const secret = newSecretToken()
	const device = { keyId: newId(), secretHash: hashSecretToken(secret) }
	const answers = await me.press('opens the link of a kiosk', (deps, now) =>
		openKiosk(deps, { tokenHash: hashSecretToken(token), ...device, pinHash: 'none', now }),
	)
	return answers.some(({ ok }) => ok) ? { ...device, secret, touch: null } : null
}

async function type({ me }: Setting, device: KioskDevice): Promise<void> {
	await me.ask('types the PIN', (deps, now) => typePin(deps, device, now))
}

/** An appointment by its post, or a page. What the role may is done; what it may not is not. */
async function actOn(setting: Setting, device: KioskDevice, of: DeviceOf): Promise<void> {
	const { me } = setting
	const { random } = me
	if (random.chance(0.4)) {
		const path = random.pick(allowed.owner.pages)
		await expectAnswer(setting, device, of, {
			may: allowed[of.role].pages.includes(path),
			what: path,
			run: (rough) => openAt(setting, device, path, rough),
		})
		return
	}
	const intent = random.pick(allowed.owner.posts)
	const appointment = await someAppointment(setting, of)
	if (!appointment) return
	await expectAnswer(setting, device, of, {
		may: allowed[of.role].posts.includes(intent),
		what: `${intent} of ${appointment.reference}`,
		run: async (rough) => {
			const answer = await post(setting, device, { reference: appointment.reference, intent }, rough)
			me.expect(
				answer.isDone !== true || appointment.isOwn,
				`the ${of.role} ${device.keyId} did ${intent} with ${appointment.reference}, which is not theirs`,
			)
			return answer
		},
	})
}

/** A request that meets no fault. */
const CALM: Rough = { tripsWithFault: 0 }

type Expected = { may: boolean; what: string; run: (rough?: Rough) => Promise<DeviceAnswer> }

/**
 * By hand: a device that has typed its PIN and was used since is let in where its role may, and nowhere else. Nothing
 * is expected where its person leaves about then.
 */
async function expectAnswer(
	{ me, world, shop }: Setting,
	device: KioskDevice,
	of: DeviceOf,
	{ may, what, run }: Expected,
): Promise<void> {
	const usedAt = device.touch?.at ?? 0
	const { admitted } = await run()
	if (admitted === null) return
	const who = `the device ${device.keyId} (${of.role})`
	const idleMs = me.now() - usedAt
	if (idleMs > IDLE_MS + SKEW_MS)
		return me.expect(!admitted, `${who} was not used for ${idleMs} ms, and opens ${what}`)
	const { lastDay } = lastDaysOf(world).get(of.staffMemberId ?? '') ?? {}
	const [person] = await world.sql.rows(
		'SELECT is_active, last_day FROM staff_members WHERE id = ?',
		of.staffMemberId ?? '',
	)
	const day = (at: Instant) => clockAt(shop.zone, at).date
	if (lastDay !== undefined && day(me.now() - DAY_MS) > lastDay)
		return me.expect(!admitted, `${who} is of a person who has left, and opens ${what}`)
	if (!may) return me.expect(!admitted, `${who} opens ${what}, which it may not`)
	const mayHaveLeft = person && (Number(person.is_active) !== 1 || person.last_day !== null)
	if (admitted || idleMs > IDLE_MS - SKEW_MS || !device.touch || mayHaveLeft) return
	// A read without an answer finds no key: the device is let in when it tries again.
	const again = await run(CALM)
	me.expect(again.admitted !== false, `${who} may open ${what}, and is refused`)
}

const openAt = (setting: Setting, device: KioskDevice, path: string, rough?: Rough): Promise<DeviceAnswer> =>
	answered(setting, `opens ${path}`, (deps, now) => openPath(deps, device, { path, now }), rough)

async function post(
	setting: Setting,
	device: KioskDevice,
	posted: { reference: string; intent: AppointmentPost },
	rough?: Rough,
): Promise<DeviceAnswer> {
	const pageAct = newId()
	const act = (deps: RequestDeps, now: Instant) => postAppointment(deps, device, { ...posted, pageAct, now })
	return answered(setting, `${posted.intent} on a device`, act, rough)
}

async function answered(
	{ me }: Setting,
	what: string,
	act: (deps: RequestDeps, now: Instant) => Promise<DeviceAnswer>,
	rough?: Rough,
): Promise<DeviceAnswer> {
	return (await me.ask(what, act, rough)) ?? { admitted: null, isDone: null }
}

/** Of today at this shop, now and then of another one; `isOwn`: this device may act on it. */
async function someAppointment({ me, world, shop, town }: Setting, { staffMemberId }: DeviceOf) {
	const isForeign = town.shops.length > 1 && me.random.chance(0.15)
	const ofShop = isForeign ? me.random.pick(town.shops.filter(({ id }) => id !== shop.id)) : shop
	const rows = await world.sql.rows(
		`SELECT visit.reference_number, (SELECT group_concat(staff_member_id) FROM appointment_services
				WHERE appointment_id = visit.id) AS people
			FROM appointments visit WHERE visit.shop_id = ? AND visit.starts_at BETWEEN ? AND ? ORDER BY visit.starts_at, visit.id`,
		ofShop.id,
		me.now() - 12 * HOUR_MS,
		me.now() + 2 * HOUR_MS,
	)
	if (rows.length === 0) return null
	const row = me.random.pick(rows)
	const people = String(row.people).split(',')
	const isOfPerson = staffMemberId === undefined || staffMemberId === null || people.includes(staffMemberId)
	return { reference: String(row.reference_number), isOwn: !isForeign && isOfPerson }
}

/** S40: its button locks a device, and each copy of what it remembers. The PIN opens it again. */
async function lockAndCopy(setting: Setting, device: KioskDevice, of: DeviceOf): Promise<void> {
	const { me } = setting
	await type(setting, device)
	const copy = { ...device }
	const locked = await me.ask('locks the device', (deps) => lockDevice(deps, device))
	if (locked !== true) return
	const { admitted } = await openAt(setting, copy, '/kiosk')
	me.expect(
		admitted !== true,
		`the device ${device.keyId} was locked, and a copy of its cookies opens a page`,
	)
	await type(setting, device)
	await actOn(setting, device, of)
}

/** The owner's device makes a link and is ended by the operator: the link opens nothing any more. */
async function handOnAndEnd(setting: Setting, device: KioskDevice): Promise<void> {
	const { me } = setting
	const link = await invite(setting, { role: 'desk' }, device)
	const isEnded = await endDevice(setting, device)
	await me.wait(me.random.below(HOUR_MS))
	const other = await openLink(setting, link)
	me.expect(!isEnded || other === null, `a link of ${device.keyId}, which had ended, opened ${other?.keyId}`)
}

async function endDevice({ me, shop }: Setting, { keyId }: KioskDevice): Promise<boolean> {
	const answers = await me.press('ends a device, as the operator', (deps, now) =>
		endAccessKey(deps, { shop: { id: shop.id, name: shop.id }, keyId, now }),
	)
	return answers.some(({ ok }) => ok)
}
