import type { WorkingDay } from '#app/domain/availability/roster-repository.server.ts'
import {
	type AddOnFields,
	addOnConstraints,
	type ServiceFields,
	serviceConstraints,
} from '#app/domain/discovery/catalogue-repository.server.ts'
import {
	type StaffFields,
	staffConstraints,
} from '#app/domain/discovery/catalogue-staff-repository.server.ts'
import { addDays, type CivilDate, dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

const LAST_DATE: CivilDate = '9999-12-31'

type Deps = Pick<Repositories, 'discovery' | 'availability' | 'writeBatch'>
type Created<Fields> = ShopChangeInput & { id: string; fields: Fields }
/** `seen`: the fields as a form showed them; without it nothing is compared. */
type Altered<Fields> = ShopChangeInput & { id: string; fields: Partial<Fields>; seen?: Partial<Fields> }

/** A new service, under the caller's id: a repeat makes none. Refuses 'external_id_taken'. */
export async function createService(deps: Deps, { id, fields, ...input }: Created<ServiceFields>): Changed {
	return writeChange(
		deps,
		input,
		deps.discovery.catalogue.insertService({ ...fields, id, shopId: input.shopId }),
		{ constraints: serviceConstraints },
	)
}

/**
 * Changes a service from now on: appointments keep price and length, drafts are priced anew. Switching it off conflicts
 * with bookings ahead (see `writeChange`). Refuses 'changed_meanwhile' where it differs from `seen`.
 */
export async function changeService(
	deps: Deps,
	{ id, fields, seen, ...input }: Altered<ServiceFields>,
): Changed {
	const service = await deps.discovery.catalogue.services.one(input.shopId, id)
	if (!service) return refused('not_found')
	const ends = service.isEnabled && fields.isEnabled === false
	return writeChange(
		deps,
		input,
		[
			...(seen
				? [deps.discovery.catalogue.refuseUnlessServiceSeen({ shopId: input.shopId, id }, seen, fields)]
				: []),
			...deps.discovery.catalogue.updateService(input.shopId, id, fields),
		],
		{ affects: ends ? [{ kind: 'service-ends', serviceId: id }] : [], constraints: serviceConstraints },
	)
}

/** As `createService`. */
export async function createAddOn(deps: Deps, { id, fields, ...input }: Created<AddOnFields>): Changed {
	return writeChange(
		deps,
		input,
		deps.discovery.catalogue.insertAddOn({ ...fields, id, shopId: input.shopId }),
		{ constraints: addOnConstraints },
	)
}

/** Changes an add-on; bookings keep its price. Refuses 'changed_meanwhile'. */
export async function changeAddOn(deps: Deps, { id, fields, seen, ...input }: Altered<AddOnFields>): Changed {
	if (!(await deps.discovery.catalogue.addOns.one(input.shopId, id))) return refused('not_found')
	return writeChange(
		deps,
		input,
		[
			...(seen
				? [deps.discovery.catalogue.refuseUnlessAddOnSeen({ shopId: input.shopId, id }, seen, fields)]
				: []),
			...deps.discovery.catalogue.updateAddOn(input.shopId, id, fields),
		],
		{ constraints: addOnConstraints },
	)
}

/** A new member of staff, bookable with a schedule. Refuses 'service_not_found', and 'last_day_past'. */
export async function createStaff(
	deps: Deps,
	{
		id,
		fields,
		serviceIds,
		week = [],
		...input
	}: Created<StaffFields> & { serviceIds: readonly string[]; week?: readonly WorkingDay[] },
): Changed {
	if (!(await areServices(deps, input.shopId, serviceIds))) return refused('service_not_found')
	if (isPast(fields.lastDay, input.now)) return refused('last_day_past')
	return writeChange(
		deps,
		input,
		[
			...deps.discovery.catalogue.insertStaff({ ...fields, id, shopId: input.shopId }),
			...deps.discovery.catalogue.setServicesOf(input.shopId, id, serviceIds),
			...(week.length > 0 ? deps.availability.roster.setSchedule(id, week) : []),
			...(fields.lastDay ? deps.availability.roster.setDaysAfterLeaving(id, fields.lastDay) : []),
		],
		{ constraints: staffConstraints },
	)
}

/**
 * Changes a member of staff. Leaving or dropping a service conflicts with their bookings ahead (see `writeChange`).
 * Refuses 'last_day_past' for a person who stays bookable, 'service_not_found', and 'changed_meanwhile'.
 */
export async function changeStaff(
	deps: Deps,
	{
		id,
		fields,
		serviceIds,
		seen,
		...input
	}: Omit<Altered<StaffFields>, 'seen'> & {
		serviceIds?: readonly string[]
		seen?: Partial<StaffFields> & { serviceIds: readonly string[] }
	},
): Changed {
	const { catalogue } = deps.discovery
	const [member, areKnown] = await Promise.all([
		catalogue.staff.one(input.shopId, id),
		serviceIds ? areServices(deps, input.shopId, serviceIds) : true,
	])
	if (!member) return refused('not_found')
	if (!areKnown) return refused('service_not_found')
	const { lastDay = member.lastDay, isActive = member.isActive } = fields
	if (isActive && isPast(lastDay, input.now)) return refused('last_day_past')
	return writeChange(
		deps,
		input,
		[
			...(seen
				? catalogue.refuseUnlessStaffSeen({ shopId: input.shopId, id }, seen, { ...fields, serviceIds })
				: []),
			...(Object.keys(fields).length === 0 ? [] : catalogue.updateStaff(input.shopId, id, fields)),
			...(serviceIds ? catalogue.setServicesOf(input.shopId, id, serviceIds) : []),
			...(fields.lastDay === undefined
				? []
				: deps.availability.roster.setDaysAfterLeaving(id, fields.lastDay)),
		],
		{
			constraints: staffConstraints,
			affects: [
				...(member.isActive && !isActive ? [{ kind: 'staff-leaves', staffMemberId: id } as const] : []),
				...(serviceIds ? [{ kind: 'staff-does', staffMemberId: id, serviceIds } as const] : []),
				...(fields.lastDay
					? [
							{
								kind: 'days-off',
								staffMemberId: id,
								from: addDays(fields.lastDay, 1),
								until: LAST_DATE,
							} as const,
						]
					: []),
			],
		},
	)
}

/** Over in every zone. */
function isPast(lastDay: CivilDate | null | undefined, now: Instant): boolean {
	return !!lastDay && lastDay < dateOfInstant(now, -1)
}

async function areServices(
	{ discovery: { catalogue } }: Deps,
	shopId: string,
	serviceIds: readonly string[],
): Promise<boolean> {
	const chosen = [...new Set(serviceIds)]
	return chosen.length === 0 || (await catalogue.countServices(shopId, chosen)) === chosen.length
}

/** Removes people past their last day, on their shop's clock; gives how many. Later days are days off already. */
export async function endStaffPastLastDay(
	{ discovery: { catalogue }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	now: Instant,
): Promise<number> {
	// A day that is over in some zone is at most today in UTC.
	const candidates = await catalogue.staffPastLastDay(dateOfInstant(now))
	const left = candidates.filter(({ lastDay, timeZone }) => lastDay < civilAt(timeZone, now).date)
	if (left.length > 0) await writeIdempotent(writeBatch, catalogue.endStaff(left))
	return left.length
}
