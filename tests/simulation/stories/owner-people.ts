import { changeStaff, createService, createStaff } from '#app/flows/shop/change-catalogue.server.ts'
import { changePlan, createPlan } from '#app/flows/subscriptions/change-plans.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { lastDaysOf } from './last-day-record.ts'
import type { OwnerAct } from './owner-changes.ts'
import type { Story } from './story.ts'

/** A new member of staff with hours of their own, who leaves on a day that is named some hours later. */
const hire: OwnerAct = async ({ me, world, shop }) => {
	const { random } = me
	const id = newId()
	const fields = { firstName: 'New', lastName: 'Person', isActive: true }
	const week = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
		...{ dayOfWeek, startMinute: 600, endMinute: 1_080, breakStartMinute: null, breakEndMinute: null },
	}))
	const serviceIds = [...shop.services]
	const hired = await me.press('hires a person', (deps, now) =>
		createStaff(deps, { shopId: shop.id, id, fields, serviceIds, week, now }),
	)
	if (!hired.some(({ ok }) => ok)) return null
	shop.staff.push(id)
	return async () => {
		const lastDay = addDays(civilAt(shop.zone, me.now()).date, random.below(3))
		const keepsAppointments = random.chance(0.5)
		const named = await me.press('names a last day', (deps, now) =>
			changeStaff(deps, { shopId: shop.id, id, fields: { lastDay }, keepsAppointments, now }),
		)
		if (named.some(({ ok }) => ok)) lastDaysOf(world).set(id, { lastDay, namedAt: me.now() })
	}
}

/** Another service, which all people of the shop do from now on. */
const addService: OwnerAct = async ({ me, shop }) => {
	if (shop.services.length > 3) return null
	const id = newId()
	const fields = { categoryId: 'hair-beauty', name: 'New service', durationMinutes: 30, priceKobo: 300_000 }
	const added = await me.press('adds a service', (deps, now) =>
		createService(deps, { shopId: shop.id, id, fields: { ...fields, isEnabled: true }, now }),
	)
	if (!added.some(({ ok }) => ok)) return null
	shop.services.push(id)
	for (const staffMemberId of shop.staff)
		await me.press('gives a person a service', (deps, now) =>
			changeStaff(deps, {
				shopId: shop.id,
				id: staffMemberId,
				fields: {},
				serviceIds: [...shop.services],
				keepsAppointments: true,
				now,
			}),
		)
	return null
}

/** What a plan gives never changes: another one is made, and withdrawn after some hours. */
const addPlan: OwnerAct = async ({ me, shop }) => {
	const id = newId()
	const fields = { title: 'New plan', priceKobo: 1_200_000, entryKind: 'unlimited' as const, periodDays: 30 }
	await me.press('makes a plan', (deps, now) => createPlan(deps, { shopId: shop.id, id, fields, now }))
	return () =>
		me.press('withdraws the new plan', (deps, now) =>
			changePlan(deps, { shopId: shop.id, id, fields: { status: 'withdrawn' }, now }),
		)
}

/** A person begins, and leaves at the end of that day or the next. */
export const leaverStory: Story = async (setting) => {
	const { me } = setting
	if (!me.random.chance(0.4)) return
	await me.wait(me.random.below(8 * HOUR_MS))
	const leaves = await hire(setting)
	await me.wait(me.random.below(2 * HOUR_MS))
	await leaves?.()
}

export const ownerPeople: readonly OwnerAct[] = [hire, addService, addPlan]
