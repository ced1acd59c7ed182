import type { WorkingDay } from '#app/domain/availability/roster-repository.server.ts'
import type { HoursOfDay } from '#app/domain/discovery/catalogue-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { ClosedDay } from '#app/kernel/closed-day.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeAsked, writeChange } from './write-change.server.ts'

type Deps = Pick<Repositories, 'discovery' | 'availability' | 'writeBatch'>
type OfStaff = ShopChangeAsked & { staffMemberId: string }

/**
 * When the shop opens, the whole week. Shorter hours are refused while an appointment stands outside them (see
 * `writeChange`); `seen` are the hours as a form showed them, and others refuse 'changed_meanwhile'.
 */
export async function changeHours(
	deps: Deps,
	{ week, seen, ...asked }: ShopChangeAsked & { week: readonly HoursOfDay[]; seen?: readonly HoursOfDay[] },
): Changed {
	const { catalogue } = deps.discovery
	return writeChange(
		deps,
		asked,
		[
			...(seen ? [catalogue.refuseUnlessHoursSeen(asked.shopId, seen, week)] : []),
			...catalogue.setHours(asked.shopId, week),
		],
		{ kind: 'hours', week },
	)
}

/** A day on which the shop is closed, despite its hours; refused while an appointment stands on it. */
export async function closeDay(deps: Deps, { date, reason, ...asked }: ShopChangeAsked & ClosedDay): Changed {
	return writeChange(deps, asked, [deps.availability.roster.setClosedDay(asked.shopId, { date, reason })], {
		kind: 'closed-day',
		date,
	})
}

/** Open again; a day that was not closed stays as it is. */
export async function openDay(
	deps: Deps,
	{ date, ...asked }: ShopChangeAsked & { date: CivilDate },
): Changed {
	return writeChange(deps, asked, [deps.availability.roster.removeClosedDay(asked.shopId, date)])
}

/** When a member of staff works, the whole week. Hours that go refuse while they are booked in them. */
export async function changeSchedule(
	deps: Deps,
	{ staffMemberId, week, ...asked }: OfStaff & { week: readonly WorkingDay[] },
): Changed {
	if (!(await deps.discovery.catalogue.staff.one(asked.shopId, staffMemberId))) return refused('not_found')
	return writeChange(deps, asked, deps.availability.roster.setSchedule(staffMemberId, week), {
		kind: 'schedule',
		staffMemberId,
		week,
	})
}

/** A day off, or none any more. It refuses while they are booked on it. */
export async function changeDayOff(
	deps: Deps,
	{ staffMemberId, date, isOff, ...asked }: OfStaff & { date: CivilDate; isOff: boolean },
): Changed {
	if (!(await deps.discovery.catalogue.staff.one(asked.shopId, staffMemberId))) return refused('not_found')
	return isOff
		? writeChange(deps, asked, [deps.availability.roster.addDayOff(staffMemberId, date)], {
				kind: 'day-off',
				staffMemberId,
				date,
			})
		: writeChange(deps, asked, [deps.availability.roster.removeDayOff(staffMemberId, date)])
}
