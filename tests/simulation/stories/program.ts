import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { hookUrl } from '../town-programs.ts'
import { actIdOfKey, callApi, type ProgramAnswer, type ProgramCall } from './program-calls.ts'
import type { Setting, Story } from './story.ts'

/** A day of a shop's own program: it books walk-ins, enters what became of visits, and looks after its addresses. */
export const programStory: Story = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	const endsAt = instantOf(shop.zone, civilAt(shop.zone, me.now()).date, 1_439) ?? me.now()
	while (me.now() < endsAt) {
		const act = random.pick([
			walkIn,
			walkIn,
			enterVisit,
			enterVisit,
			enterVisit,
			changeAddress,
			sendAgain,
			misuseKey,
			useForeignNumber,
		])
		await act(setting)
		await me.wait(20 * MINUTE_MS + random.below(3 * HOUR_MS))
	}
}

/** Sends a change, now and then twice at once or again later: all answers of success are equal (F18). */
async function change(
	{ me }: Setting,
	what: string,
	call: ProgramCall & { idempotencyKey: string },
): Promise<ProgramAnswer[]> {
	const answers = (await me.press(`program: ${what}`, (deps, now) => callApi(deps, call, now))).filter(
		(answer) => answer !== null,
	)
	const bodies = new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body))
	me.expect(bodies.size <= 1, `one Idempotency-Key was answered as ${[...bodies].join(' and ')}`)
	return answers
}

async function walkIn(setting: Setting): Promise<void> {
	const { me, shop, world } = setting
	const { random } = me
	const idempotencyKey = newId()
	const body = {
		service_ids: [random.pick(shop.services)],
		staff_member_id: random.chance(0.3) ? random.pick(shop.staff) : null,
		...(random.chance(0.4) && { starts_at: new Date(me.now() + random.below(20) * HOUR_MS).toISOString() }),
		customer: random.chance(0.5)
			? { first_name: 'Phoned', email: `phoned${random.below(1_000_000)}@example.com`, phone: '08031234567' }
			: { first_name: 'Walk', last_name: 'In' },
	}
	const call = { shopId: shop.id, method: 'POST', path: '/appointments', body, idempotencyKey } as const
	const answers = await change(setting, 'books a walk-in', call)
	const booked = await world.sql.count(
		`SELECT count(*) FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE checkout.draft_id = ?`,
		actIdOfKey(shop.id, idempotencyKey),
	)
	const isDone = answers.some(({ status }) => status === 201)
	me.expect(booked === 1 || (booked === 0 && !isDone), `one Idempotency-Key booked ${booked} walk-ins`)
}

type Listed = { reference: string; status: string; starts_at: string }

/** Enters what became of a visit of today, which the program has listed. */
async function enterVisit(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const listed = await me.ask('program: lists the day', (deps, now) =>
		callApi(deps, { shopId: shop.id, method: 'GET', path: '/appointments' }, now),
	)
	const items: Listed[] = listed?.status === 200 ? JSON.parse(listed.body).items : []
	const act = random.pick([
		'complete',
		'complete',
		'no-show',
		'confirm',
		'arrive',
		'cancel',
		'move',
		'undo',
	] as const)
	const open = items.filter(({ status, starts_at }) => {
		const hasBegun = Date.parse(starts_at) < me.now()
		return (
			['SCHEDULED', 'CONFIRMED'].includes(status) && hasBegun === (act === 'complete' || act === 'no-show')
		)
	})
	if (open.length === 0) return
	const { reference, starts_at } = random.pick(open)
	const body =
		act === 'cancel'
			? { reason: 'No light today' }
			: act === 'complete'
				? { paid_at_shop: random.chance(0.9) }
				: act === 'move'
					? {
							starts_at: new Date(
								Date.parse(starts_at) + random.pick([-60, 30, 60, 1_440]) * MINUTE_MS,
							).toISOString(),
						}
					: null
	const path = `/appointments/${reference}/${act}`
	await me.wait(random.below(3 * MINUTE_MS))
	await change(setting, act, {
		shopId: shop.id,
		method: 'POST',
		path,
		...(body && { body }),
		idempotencyKey: newId(),
	})
	if ((act !== 'complete' && act !== 'no-show') || random.chance(0.6)) return
	await me.wait(random.below(12 * MINUTE_MS))
	const undo = `/appointments/${reference}/undo`
	await change(setting, 'undo', { shopId: shop.id, method: 'POST', path: undo, idempotencyKey: newId() })
}

/** Adds an address, and ends it some hours later. */
async function changeAddress(setting: Setting): Promise<void> {
	const { me, shop } = setting
	if (me.random.chance(0.5)) return
	const url = hookUrl(shop.id, `extra${me.random.below(1_000)}`)
	const [added] = await change(setting, 'adds an address', {
		shopId: shop.id,
		method: 'POST',
		path: '/webhooks',
		body: { url },
		idempotencyKey: newId(),
	})
	if (added?.status !== 201) return
	const { webhook_id } = JSON.parse(added.body)
	await me.wait(me.random.below(8 * HOUR_MS))
	await change(setting, 'ends an address', {
		shopId: shop.id,
		method: 'DELETE',
		path: `/webhooks/${webhook_id}`,
		idempotencyKey: newId(),
	})
}

/** Asks for a listed delivery again. */
async function sendAgain(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const listed = await me.ask('program: lists its deliveries', (deps, now) =>
		callApi(deps, { shopId: shop.id, method: 'GET', path: '/deliveries', query: '?limit=10' }, now),
	)
	const items: { delivery_id: string }[] = listed?.status === 200 ? JSON.parse(listed.body).items : []
	if (items.length === 0) return
	const { delivery_id } = me.random.pick(items)
	await change(setting, 'wants a delivery again', {
		shopId: shop.id,
		method: 'POST',
		path: `/deliveries/${delivery_id}/replay`,
		idempotencyKey: newId(),
	})
}

/** A second request with the first one's key and other content is refused. */
async function misuseKey(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const idempotencyKey = newId()
	const call = { shopId: shop.id, method: 'POST', path: '/appointments', idempotencyKey } as const
	const bodyFor = (first_name: string) => ({ service_ids: [shop.services[0]], customer: { first_name } })
	const [first] = await change(setting, 'books a walk-in', { ...call, body: bodyFor('Ada') })
	const other = await me.ask('program: uses a key again', (deps, now) =>
		callApi(deps, { ...call, body: bodyFor('Bola') }, now),
	)
	if (first?.status === 201 && other)
		me.expect(other.status !== 201 && other.status !== 200, 'a key was used for two requests')
}

/** The number of another shop's visit, as a customer may show it at the wrong counter. */
async function useForeignNumber(setting: Setting): Promise<void> {
	const { me, world, shop } = setting
	const rows = await world.sql.rows(
		'SELECT reference_number FROM appointments WHERE shop_id <> ? ORDER BY created_at DESC, id LIMIT 20',
		shop.id,
	)
	if (rows.length === 0) return
	const reference = String(me.random.pick(rows).reference_number)
	const act = me.random.pick(['complete', 'no-show', 'confirm', 'arrive', 'cancel', 'undo'] as const)
	const answers = await change(setting, `${act} of another shop`, {
		shopId: shop.id,
		method: 'POST',
		path: `/appointments/${reference}/${act}`,
		...(act === 'complete' && { body: { paid_at_shop: true } }),
		...(act === 'cancel' && { body: { reason: 'No light today' } }),
		idempotencyKey: newId(),
	})
	me.expect(
		answers.every(({ status }) => status === 404 || status === 503),
		`${act} of ${reference}, which is of another shop, was answered with ${answers.map(({ status }) => status)}`,
	)
}
