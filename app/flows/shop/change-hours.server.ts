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
 * When the shop opens, the whole week. Shorter hours are refused while an appointment stands outside them (see
 * `writeChange`); `seen` are the hours as a form showed them, and others refuse 'changed_meanwhile'.
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

/** Days on which the shop is closed, despite its hours; refused as a whole while an appointment stands on one. */
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

/** Open again; a day that was not closed stays as it is. */
export async function openDay(
	deps: Deps,
	{ date, ...input }: ShopChangeInput & { date: CivilDate },
): Changed {
	return writeChange(deps, input, [deps.availability.roster.removeClosedDay(input.shopId, date)])
}

/**
 * When a member of staff works, the whole week. Hours that go refuse while they are booked in them; `seen` is the week
 * as a form showed it, and another refuses 'changed_meanwhile'.
 */
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
 * Days off from the first date to the last, or none any more. They refuse while the person is booked on one. Refuses
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
