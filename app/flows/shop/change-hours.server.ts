import type { WorkingDay } from '#app/domain/availability/roster-repository.server.ts'
import type { HoursOfDay } from '#app/domain/discovery/catalogue-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { ClosedDay } from '#app/kernel/vocabulary/discovery.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

type Deps = Pick<Repositories, 'discovery' | 'availability' | 'writeBatch'>
type OfStaff = ShopChangeInput & { staffMemberId: string }

/**
 * Sets the week's opening hours. Shorter ones conflict with appointments (see `writeChange`). Refuses
 * 'changed_meanwhile' where they differ from `seen`.
 */
export async function changeHours(
	deps: Deps,
	{ week, seen, ...input }: ShopChangeInput & { week: readonly HoursOfDay[]; seen?: readonly HoursOfDay[] },
): Changed {
	const { catalogue } = deps.discovery
	return writeChange(
		deps,
		input,
		[
			...(seen ? [catalogue.refuseUnlessHoursSeen(input.shopId, seen, week)] : []),
			...catalogue.setHours(input.shopId, week),
		],
		{ affects: [{ kind: 'hours', week }] },
	)
}

/** Closes the shop on some days; an appointment on one refuses all. */
export async function closeDays(
	deps: Deps,
	{ days, ...input }: ShopChangeInput & { days: readonly ClosedDay[] },
): Changed {
	return writeChange(
		deps,
		input,
		days.map((day) => deps.availability.roster.setClosedDay(input.shopId, day)),
		{ affects: days.map(({ date }) => ({ kind: 'closed-day', date })) },
	)
}

export async function openDay(
	deps: Deps,
	{ date, ...input }: ShopChangeInput & { date: CivilDate },
): Changed {
	return writeChange(deps, input, [deps.availability.roster.removeClosedDay(input.shopId, date)])
}

/** Sets a member of staff's week. Shorter hours conflict with bookings. Refuses 'changed_meanwhile'. */
export async function changeSchedule(
	deps: Deps,
	{
		staffMemberId,
		week,
		seen,
		...input
	}: OfStaff & { week: readonly WorkingDay[]; seen?: readonly WorkingDay[] },
): Changed {
	const { roster } = deps.availability
	if (!(await deps.discovery.catalogue.staff.one(input.shopId, staffMemberId))) return refused('not_found')
	return writeChange(
		deps,
		input,
		[
			...(seen ? [roster.refuseUnlessScheduleSeen(staffMemberId, seen, week)] : []),
			...roster.setSchedule(staffMemberId, week),
		],
		{ affects: [{ kind: 'schedule', staffMemberId, week }] },
	)
}

/**
 * Sets or removes days off from the first date to the last. They conflict with the person's bookings. Refuses
 * 'after_last_day': a person who leaves is off from then on.
 */
export async function changeDaysOff(
	deps: Deps,
	{
		staffMemberId,
		from,
		until,
		isOff,
		...input
	}: OfStaff & { from: CivilDate; until: CivilDate; isOff: boolean },
): Changed {
	const { roster } = deps.availability
	const member = await deps.discovery.catalogue.staff.one(input.shopId, staffMemberId)
	if (!member) return refused('not_found')
	if (member.lastDay !== null && until > member.lastDay) return refused('after_last_day')
	return isOff
		? writeChange(deps, input, [roster.addDaysOff(staffMemberId, from, until)], {
				affects: [{ kind: 'days-off', staffMemberId, from, until }],
			})
		: writeChange(deps, input, [roster.removeDaysOff(staffMemberId, from, until)])
}
