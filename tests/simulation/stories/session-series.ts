import { callOffOwnSession, createSeries } from '#app/flows/subscriptions/change-plans.server.ts'
import { addDays, type DayOfWeek } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting } from './story.ts'

/**
 * The owner plans a week or two of sessions in one go: all or none. Where they meet a closed day or another session of
 * their leader the owner is asked, and some add them all the same. Some series are ended again, session by session.
 */
export async function planSeries(setting: Setting): Promise<void> {
	const { me, world, shop } = setting
	const { random } = me
	const pageAct = newId()
	const today = civilAt(shop.zone, me.now()).date
	const times = {
		weekdays: ([1, 2, 3, 4, 5, 6, 7] as DayOfWeek[]).filter(() => random.chance(0.4)),
		minute: random.pick([420, 1_080, 1_140]),
		from: addDays(today, random.below(3)),
		until: addDays(today, 3 + random.below(7)),
	}
	const fields = {
		planId: random.pick(shop.plans).id,
		staffMemberId: random.pick([null, ...shop.staff]),
		durationMinutes: 60,
		capacity: 1 + random.below(2),
	}
	let seriesId = ''
	const plan = (keepsDates: boolean) =>
		me.press('plans a series', (deps, now) =>
			tap(
				deps,
				deviceOf(shop.id, 'owner'),
				{ pageAct, action: ['series', JSON.stringify([times, fields, keepsDates])], now },
				({ actId, actOf }) => {
					seriesId = actId
					const alongside = actOf({ kind: 'session_changed', subjectId: actId, summary: 'A series' })
					const series = { id: actId, shopId: shop.id, timeZone: shop.zone, times, fields, keepsDates }
					return createSeries(deps, { ...series, alongside, now })
				},
			),
		)
	let answers = await plan(false)
	const isMet = answers.some((one) => typeof one === 'object' && !one.ok && typeof one.refusal === 'object')
	if (isMet && random.chance(0.6)) answers = await plan(true)
	const made = answers.flatMap((one) => (typeof one === 'object' && one.ok ? [one.value] : []))
	const rows = await world.sql.rows(
		`SELECT id FROM plan_sessions WHERE shop_id = ?1 AND substr(id, 1, length(?2)) = ?2 ORDER BY starts_at`,
		shop.id,
		`${seriesId}-`,
	)
	const [count = rows.length] = made
	me.expect(rows.length === count, `a series of ${count} sessions has ${rows.length}`)
	if (random.chance(0.7)) return
	await me.wait(random.below(6 * HOUR_MS))
	for (const { id } of rows)
		await me.press('calls a session of a series off', (deps, now) =>
			callOffOwnSession(deps, { id: String(id), shopId: shop.id, now }),
		)
}
