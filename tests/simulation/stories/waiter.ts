import { isFull } from '#app/domain/availability/day-slots.ts'
import { joinSlotLine, readForJoining } from '#app/flows/booking/join-slot-line.server.ts'
import { readTimes } from '#app/flows/booking/read-times.server.ts'
import {
	bookFromLine,
	leaveSlotLine,
	type PlaceKey,
	proveAddress,
	readSlotWaitPlace,
	slotWaitPlaceKey,
} from '#app/flows/booking/slot-wait-place.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { instantOf } from '#app/kernel/zone.server.ts'
import { simulatedKeys } from '../request.ts'
import { type Browser, openBrowser } from './browser.ts'
import { cancel, confirm, guestOf, noContact } from './customer.ts'
import { linkOfMail, mailsTo } from './own-mails.ts'
import type { Setting, Story } from './story.ts'

/** What a mail's link or the session of an account opens, at the time of asking. */
type KeyAt = (now: Instant) => PlaceKey

/**
 * Finds a day full and joins its line, with the address proven or not. Told of a time, books it from the line, lets it
 * pass, comes too late or leaves; waits until the day is over.
 */
export const waiterStory: Story = async (setting) => {
	const { me, town, shop } = setting
	const { random } = me
	const visitor = random.chance(0.5)
		? { person: random.pick(town.people), contact: noContact }
		: guestOf(setting)
	const browser = openBrowser(me, visitor)
	const serviceId = random.pick(shop.services)
	const staff = random.chance(0.25) ? random.pick(shop.staff) : undefined
	const which = random.below(8)
	if (!(await browser.chooseService(serviceId)) || !(await browser.chooseStaff(staff))) return
	let days = await fullDays(setting, browser)
	if (days.length === 0) {
		await me.wait(random.below(5 * HOUR_MS))
		days = await fullDays(setting, browser)
	}
	const date = days[which % Math.max(1, days.length)]
	if (date === undefined) return
	const since = me.now()
	await me.wait(random.below(2 * MINUTE_MS))
	if (!(await join(setting, browser, date))) return
	if (random.chance(0.1)) await join(setting, browser, date)
	const keyAt = await ownPlace(setting, browser, { date, since })
	if (keyAt) await waitInLine(setting, browser, { keyAt, date, serviceId, since })
}

/** The days that the page of times calls full. */
async function fullDays({ me }: Setting, { draftId }: Browser): Promise<CivilDate[]> {
	const days = await me.ask('looks for a full day', async (deps, now) => {
		const times = await readTimes(deps, {
			draftId: draftId ?? '',
			requestedFrom: null,
			requestedDate: null,
			now,
		})
		return times.ok ? times.value.days.filter(isFull).map(({ date }) => date) : []
	})
	return days ?? []
}

async function join({ me }: Setting, browser: Browser, date: CivilDate): Promise<boolean> {
	const { person, contact, draftId } = browser
	const { firstName, lastName, email, phone } = person ?? contact
	const answers = await me.press('joins the line', async (deps, now) => {
		const actor = browser.actorAt(now)
		const asked = { actor, draftId: draftId ?? '', date, email: person ? null : email, now }
		return joinSlotLine(deps, {
			read: await readForJoining(deps, asked),
			date,
			contact: { firstName, lastName, email, phone },
			caller: { actor, networkKey: null },
			isUnproven: !person,
			now,
		})
	})
	return answers.some(({ ok }) => ok)
}

/** A guest's place is reached by the link of its mail alone, an account's by its id. Null where none is found. */
async function ownPlace(
	{ me, world, shop }: Setting,
	browser: Browser,
	{ date, since }: { date: CivilDate; since: Instant },
): Promise<KeyAt | null> {
	const { person, contact } = browser
	if (person) {
		const waitId = await me.ask('looks at the own places', async (deps, now) => {
			const actor = browser.actorAt(now)
			const waits = actor ? await deps.booking.slotWaits.waitsOf(actor) : []
			return waits.find((wait) => wait.shop.id === shop.id && wait.date === date)?.id ?? null
		})
		if (waitId === null) return null
		return (now) => ({ waitId, byLink: false, actor: { sessionHash: person.sessionHash, at: now } })
	}
	const proves = me.random.chance(0.8)
	for (let looks = 0; looks < 12; looks++) {
		await me.wait(MINUTE_MS * (1 + me.random.below(20)))
		const token = linkOfMail(mailsTo(world, contact.email, since), /\/booking\/wait\/(\S+)/)
		if (token === null) continue
		const key = await me.ask('opens the link', () =>
			slotWaitPlaceKey(token, { cookieKeys: simulatedKeys, actor: null }),
		)
		if (!key) continue
		if (proves) await me.press('proves the address', (deps, now) => proveAddress(deps, key, now))
		return () => key
	}
	return null
}

type Place = { keyAt: KeyAt; date: CivilDate; serviceId: string; since: Instant }

async function waitInLine(setting: Setting, browser: Browser, place: Place): Promise<void> {
	const { me, world, shop } = setting
	const { random } = me
	const { keyAt, date } = place
	const endsAt = instantOf(shop.zone, addDays(date, 1), 60) ?? me.now()
	const email = browser.person?.email ?? browser.contact.email
	let { since } = place
	while (me.now() < endsAt) {
		await me.wait(MINUTE_MS * (2 + random.below(random.chance(0.7) ? 15 : 90)))
		const isTold = mailsTo(world, email, since).some(({ subject }) => subject.startsWith('A time is '))
		const acts = random.pick(['book', 'book', 'book', 'book', 'pass', 'leave', 'look', 'join'] as const)
		const leaves = random.chance(0.003)
		if (!browser.person && random.chance(0.05)) await strangerBooks(setting, browser, date)
		if (!isTold && !leaves) continue
		since = me.now() + 1
		// Some read their mail too late.
		await me.wait(random.below(random.chance(0.8) ? 10 * MINUTE_MS : 40 * MINUTE_MS))
		if (leaves || acts === 'leave') {
			await me.press('leaves the line', (deps, now) => leaveSlotLine(deps, keyAt(now), now))
			return
		}
		if (acts === 'join') await join(setting, browser, date)
		if (acts === 'look')
			await me.ask('looks at the place', (deps, now) => readSlotWaitPlace(deps, keyAt(now), now))
		if (acts === 'book' && (await bookPlace(setting, browser, place))) return
	}
}

/** Another person types the waiting customer's address, and books on that day. */
async function strangerBooks(setting: Setting, waiting: Browser, date: CivilDate): Promise<void> {
	const { me, shop } = setting
	const { person, contact } = guestOf(setting)
	const browser = openBrowser(me, { person, contact: { ...contact, email: waiting.contact.email } })
	if (!(await browser.chooseService(me.random.pick(shop.services))) || !(await browser.chooseStaff())) return
	const free = await browser.freeTimes(date)
	if (free.length === 0 || !(await browser.hold(me.random.pick(free)))) return
	browser.type({ paymentChoice: 'cash' })
	const seen = await browser.sees()
	if (seen) await browser.post('book', seen)
}

/** From the line to checkout: the time that is held, or another one of the day. */
async function bookPlace(
	setting: Setting,
	browser: Browser,
	{ keyAt, date, serviceId }: Place,
): Promise<boolean> {
	const { me } = setting
	const { random } = me
	const { draftId: browserDraftId } = browser
	const answers = await me.press('books from the line', (deps, now) =>
		bookFromLine(deps, keyAt(now), {
			browserDraftId,
			caller: { actor: browser.actorAt(now), networkKey: null },
			now,
		}),
	)
	const opened = answers.at(-1)
	if (!opened?.ok) return false
	const { draftId, wait, isHeld } = opened.value
	browser.draftId = draftId
	if (isHeld && wait.heldStartsAt !== null) browser.startsAt = wait.heldStartsAt
	else {
		const free = await browser.freeTimes(date)
		if (free.length === 0 || !(await browser.hold(random.pick(free)))) return false
	}
	browser.type({ paymentChoice: random.pick(['online', 'cash', 'cash', 'transfer']) })
	await me.wait(random.below(2 * MINUTE_MS))
	const booked = await confirm(setting, browser, serviceId)
	if (!booked) return false
	if (random.chance(0.3)) {
		await me.wait(random.below(6 * HOUR_MS))
		await cancel(setting, booked)
	}
	return true
}
