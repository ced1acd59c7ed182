import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { CivilDate, DayOfWeek } from '#app/kernel/civil.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refuseUnlessSeen } from '#db/as-seen.server.ts'
import { callerRows } from '#db/caller-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, json, nullable, rows, text } from '#db/row.server.ts'
import { staffSchedules } from '#db/schema/availability.ts'
import {
	addOns,
	categories,
	services,
	shopCategories,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { callingShopId, shopCallerAsked } from '#db/shop-caller.server.ts'
import { shopRows } from '#db/shop-rows.server.ts'
import { build, builtRead, builtWrite, insertFrom, prepared, preparedSelect } from '#db/statement.server.ts'

/** The fields of a service, an add-on or a staff member that a shop may set. */
export type ServiceFields = Omit<typeof services.$inferInsert, 'id' | 'shopId'>
export type AddOnFields = Omit<typeof addOns.$inferInsert, 'id' | 'shopId'>
export type StaffFields = Omit<typeof staffMembers.$inferInsert, 'id' | 'shopId' | 'commissionRate'>
export type HoursOfDay = Omit<typeof shopHours.$inferSelect, 'shopId'>

const serviceRows = shopRows(services, {
	id: services.id,
	externalId: services.externalId,
	categoryId: services.categoryId,
	name: services.name,
	description: services.description,
	durationMinutes: services.durationMinutes,
	bufferMinutes: services.bufferMinutes,
	priceKobo: services.priceKobo,
	position: services.position,
	isEnabled: services.isEnabled,
})

const addOnRows = shopRows(addOns, {
	id: addOns.id,
	externalId: addOns.externalId,
	name: addOns.name,
	durationMinutes: addOns.durationMinutes,
	priceKobo: addOns.priceKobo,
	position: addOns.position,
	isEnabled: addOns.isEnabled,
})

/** The commission is not read: it never leaves the database (D13). */
const staffRows = shopRows(staffMembers, {
	id: staffMembers.id,
	externalId: staffMembers.externalId,
	firstName: staffMembers.firstName,
	lastName: staffMembers.lastName,
	email: staffMembers.email,
	phone: staffMembers.phone,
	role: staffMembers.role,
	lastDay: staffMembers.lastDay,
	isActive: staffMembers.isActive,
	serviceIds: sql<string[]>`(SELECT json_group_array(${staffServices.serviceId}) FROM ${staffServices}
		WHERE ${staffServices.staffMemberId} = ${staffMembers.id})`.mapWith(JSON.parse),
})

const ownServices = callerRows(
	services,
	rows({
		id: text(services.id),
		categoryId: text(services.categoryId),
		name: text(services.name),
		description: text(services.description),
		durationMinutes: integer(services.durationMinutes),
		bufferMinutes: integer(services.bufferMinutes),
		priceKobo: integer(services.priceKobo),
		position: integer(services.position),
		isEnabled: flag(services.isEnabled),
	}),
	sql`${services.position}, ${services.name}`,
)

const ownAddOns = callerRows(
	addOns,
	rows({
		id: text(addOns.id),
		name: text(addOns.name),
		durationMinutes: integer(addOns.durationMinutes),
		priceKobo: integer(addOns.priceKobo),
		position: integer(addOns.position),
		isEnabled: flag(addOns.isEnabled),
	}),
	sql`${addOns.position}, ${addOns.name}`,
)

const servicesDone = sql`(SELECT json_group_array(service_id) FROM (SELECT ${staffServices.serviceId} FROM ${staffServices}
	WHERE ${staffServices.staffMemberId} = ${staffMembers.id} ORDER BY service_id))`

const ownStaff = callerRows(
	staffMembers,
	rows({
		id: text(staffMembers.id),
		firstName: text(staffMembers.firstName),
		lastName: text(staffMembers.lastName),
		role: text(staffMembers.role),
		lastDay: nullable(text(staffMembers.lastDay)),
		isActive: flag(staffMembers.isActive),
		serviceIds: json<string[]>(servicesDone),
		workingDays: json<
			DayOfWeek[]
		>(sql`(SELECT json_group_array(day_of_week) FROM (SELECT ${staffSchedules.dayOfWeek} FROM ${staffSchedules}
			WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1 ORDER BY day_of_week))`),
	}),
	sql`${staffMembers.isActive} DESC, ${staffMembers.firstName}, ${staffMembers.lastName}`,
)

const hoursOfShop = prepared(() =>
	build
		.select({
			dayOfWeek: shopHours.dayOfWeek,
			opensMinute: shopHours.opensMinute,
			closesMinute: shopHours.closesMinute,
		})
		.from(shopHours)
		.where(eq(shopHours.shopId, sql.placeholder('shopId')))
		.orderBy(asc(shopHours.dayOfWeek)),
)

const ownHours = preparedSelect<HoursOfDay>(
	rows({
		dayOfWeek: integer(shopHours.dayOfWeek),
		opensMinute: integer(shopHours.opensMinute),
		closesMinute: integer(shopHours.closesMinute),
	}),
	() =>
		sql`FROM ${shopHours} WHERE ${shopHours.shopId} = ${callingShopId(shopCallerAsked)} ORDER BY ${shopHours.dayOfWeek}`,
)

/** At most as many as one run of the cron ends. */
const leaving = preparedSelect<{ staffMemberId: string; lastDay: CivilDate; timeZone: string }>(
	rows({
		staffMemberId: text(staffMembers.id),
		lastDay: text(staffMembers.lastDay),
		timeZone: text(shops.timeZone),
	}),
	() => sql`FROM ${staffMembers} INDEXED BY staff_by_last_day JOIN ${shops} ON ${shops.id} = ${staffMembers.shopId}
		WHERE ${staffMembers.isActive} = 1 AND ${staffMembers.lastDay} IS NOT NULL AND ${staffMembers.lastDay} <= ${sql.placeholder('utcDate')}
		ORDER BY ${staffMembers.lastDay} LIMIT 100`,
)

/** What a shop offers and by whom, as the shop itself sees and changes it. Every write names the shop. */
export function createCatalogueRepository(read: Database['read']) {
	return {
		services: serviceRows(read),
		addOns: addOnRows(read),
		staff: staffRows(read),
		/** Of the shop whose key a caller shows, in the order in which customers see them; those switched off too. */
		ownServices: ownServices(read),
		ownAddOns: ownAddOns(read),
		/** By name; people who can be booked come first. */
		ownStaff: ownStaff(read),
		/** How many of these ids are services of the shop. */
		async countServices(shopId: string, serviceIds: readonly string[]): Promise<number> {
			const [row] = await read(
				builtRead(
					build
						.select({ found: count() })
						.from(services)
						.where(and(eq(services.shopId, shopId), inArray(services.id, [...serviceIds]))),
				),
			)
			return row?.found ?? 0
		},

		/** A row for each day that the shop opens. */
		hours: (shopId: string): Promise<HoursOfDay[]> => read(hoursOfShop({ shopId })),

		/** Of the shop whose key a caller shows. */
		ownHours: ({ secretHash, kind }: { secretHash: string; kind: AccessKeyKind }): Promise<HoursOfDay[]> =>
			read(ownHours({ secretHash, kind })),

		/** With its category, which the shop is found under from then on. An external id of another one is refused. */
		insertService: (row: ServiceFields & { id: string; shopId: string }): Statement[] => [
			...listCategory(row.shopId, row.categoryId),
			builtWrite(build.insert(services).values(row).onConflictDoNothing({ target: services.id })),
		],

		/** See `refuseUnlessSeen`. */
		refuseUnlessServiceSeen: (
			place: { shopId: string; id: string },
			seen: Partial<ServiceFields>,
			wanted: Partial<ServiceFields>,
		): Statement => refuseUnlessSeen(services, place, seen, wanted),

		updateService: (shopId: string, id: string, fields: Partial<ServiceFields>): Statement[] => [
			...(fields.categoryId === undefined ? [] : listCategory(shopId, fields.categoryId)),
			builtWrite(
				build
					.update(services)
					.set(fields)
					.where(ofShop(services, shopId, id)),
			),
		],

		insertAddOn: (row: AddOnFields & { id: string; shopId: string }): Statement[] => [
			builtWrite(build.insert(addOns).values(row).onConflictDoNothing({ target: addOns.id })),
		],

		/** See `refuseUnlessSeen`. */
		refuseUnlessAddOnSeen: (
			place: { shopId: string; id: string },
			seen: Partial<AddOnFields>,
			wanted: Partial<AddOnFields>,
		): Statement => refuseUnlessSeen(addOns, place, seen, wanted),

		updateAddOn: (shopId: string, id: string, fields: Partial<AddOnFields>): Statement[] => [
			builtWrite(
				build
					.update(addOns)
					.set(fields)
					.where(ofShop(addOns, shopId, id)),
			),
		],

		insertStaff: (row: StaffFields & { id: string; shopId: string }): Statement[] => [
			builtWrite(build.insert(staffMembers).values(row).onConflictDoNothing({ target: staffMembers.id })),
		],

		/** As `refuseUnlessSeen`, of a person and the services that they do. */
		refuseUnlessStaffSeen: (
			place: { shopId: string; id: string },
			{ serviceIds: seenIds, ...seen }: Partial<StaffFields> & { serviceIds: readonly string[] },
			{
				serviceIds: wantedIds = seenIds,
				...wanted
			}: Partial<StaffFields> & {
				serviceIds?: readonly string[] | undefined
			},
		): Statement[] => [
			refuseUnlessSeen(staffMembers, place, seen, wanted),
			refuseWhen(
				'changed_meanwhile',
				sql`(SELECT ${servicesDone} FROM ${staffMembers} WHERE ${staffMembers.id} = ${place.id})
					NOT IN (${sortedText(seenIds)}, ${sortedText(wantedIds)})`,
			),
		],

		/** Who are still bookable although their last day may be over, by their own shop's clock. */
		async staffPastLastDay(
			utcDate: CivilDate,
		): Promise<{ staffMemberId: string; lastDay: CivilDate; timeZone: string }[]> {
			return read(leaving({ utcDate }))
		},

		/** Ends people who left. One whose last day was changed meanwhile stays. */
		endStaff: (left: readonly { staffMemberId: string; lastDay: CivilDate }[]): Statement[] =>
			left.map(({ staffMemberId, lastDay }) =>
				builtWrite(
					build
						.update(staffMembers)
						.set({ isActive: false })
						.where(and(eq(staffMembers.id, staffMemberId), eq(staffMembers.lastDay, lastDay))),
				),
			),

		updateStaff: (shopId: string, id: string, fields: Partial<StaffFields>): Statement[] => [
			builtWrite(
				build
					.update(staffMembers)
					.set(fields)
					.where(ofShop(staffMembers, shopId, id)),
			),
		],

		/** Sets the services of a staff member: these and no others. Services of another shop are left out. */
		setServicesOf: (shopId: string, staffMemberId: string, serviceIds: readonly string[]): Statement[] => {
			const chosen = JSON.stringify(serviceIds)
			return [
				builtWrite(
					build.delete(staffServices).where(
						sql`${staffServices.staffMemberId} = ${staffMemberId}
								AND ${staffServices.serviceId} NOT IN (SELECT value FROM json_each(${chosen}))`,
					),
				),
				insertFrom(
					staffServices,
					{ staffMemberId: sql`${staffMembers.id}`, serviceId: sql`${services.id}` },
					sql`FROM json_each(${chosen}) chosen CROSS JOIN ${services} ON ${services.id} = chosen.value
						JOIN ${staffMembers} ON ${staffMembers.shopId} = ${services.shopId}
						WHERE ${staffMembers.id} = ${staffMemberId} AND ${staffMembers.shopId} = ${shopId} ON CONFLICT DO NOTHING`,
				),
			]
		},

		/**
		 * First in the batch that sets the hours from a form: refuses it ('changed_meanwhile') where they are neither as
		 * the form showed them nor as they are wanted.
		 */
		refuseUnlessHoursSeen: (
			shopId: string,
			seen: readonly HoursOfDay[],
			wanted: readonly HoursOfDay[],
		): Statement =>
			refuseWhen(
				'changed_meanwhile',
				sql`(SELECT coalesce(json_group_array(json_array(day_of_week, opens_minute, closes_minute)), '[]')
					FROM (SELECT * FROM ${shopHours} WHERE ${shopHours.shopId} = ${shopId} ORDER BY day_of_week))
					NOT IN (${weekText(seen)}, ${weekText(wanted)})`,
			),

		/** The whole week: a day that is not named is closed. */
		setHours: (shopId: string, week: readonly HoursOfDay[]): Statement[] => [
			builtWrite(build.delete(shopHours).where(eq(shopHours.shopId, shopId))),
			...(week.length === 0
				? []
				: [builtWrite(build.insert(shopHours).values(week.map((day) => ({ ...day, shopId }))))]),
		],
	}
}

/** A set of ids as one text, equal for equal sets. */
function sortedText(ids: readonly string[]): string {
	return JSON.stringify([...new Set(ids)].toSorted())
}

/** A week as one text, equal for equal weeks. */
function weekText(week: readonly HoursOfDay[]): string {
	return JSON.stringify(
		week
			.toSorted((one, other) => one.dayOfWeek - other.dayOfWeek)
			.map(({ dayOfWeek, opensMinute, closesMinute }) => [dayOfWeek, opensMinute, closesMinute]),
	)
}

function ofShop(
	table: { id: SQLiteColumn; shopId: SQLiteColumn },
	shopId: string,
	id: string,
): SQL | undefined {
	return and(eq(table.shopId, shopId), eq(table.id, id))
}

/** A category of ours is there from its first service on: a new database has none. */
function listCategory(shopId: string, categoryId: string): Statement[] {
	const position = discoverCategories.findIndex(({ id }) => id === categoryId)
	const known = discoverCategories[position]
	return [
		...(known
			? [
					builtWrite(
						build
							.insert(categories)
							.values({ ...known, position })
							.onConflictDoNothing(),
					),
				]
			: []),
		builtWrite(build.insert(shopCategories).values({ shopId, categoryId }).onConflictDoNothing()),
	]
}
