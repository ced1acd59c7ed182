import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { forEachNote } from '#app/kernel/booking-notes.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { draftAddOns, draftServices, drafts } from '#db/schema/booking-drafts.ts'
import { addOns, services, shops, staffMembers } from '#db/schema/discovery.ts'
import { build, deleteWhere, insertFrom, insertRow, prepared, updateWhere } from '#db/statement.server.ts'
import type { Draft, DraftAddOn, DraftService, StaffChoice } from './draft.ts'

const draftId = sql.placeholder('draftId')

const draftRow = prepared(() => build.select().from(drafts).where(eq(drafts.id, draftId)))

const draftServiceRows = prepared(() =>
	build
		.select({
			serviceId: services.id,
			...pickColumns(services, 'name', 'priceKobo', 'durationMinutes', 'bufferMinutes', 'isEnabled'),
			...pickColumns(draftServices, 'staffChoice', 'staffMemberId'),
			staffName: staffMembers.firstName,
		})
		.from(draftServices)
		.innerJoin(services, eq(services.id, draftServices.serviceId))
		.leftJoin(staffMembers, eq(staffMembers.id, draftServices.staffMemberId))
		.where(eq(draftServices.draftId, draftId))
		.orderBy(asc(draftServices.position)),
)

const addOnFields = {
	addOnId: addOns.id,
	...pickColumns(addOns, 'name', 'priceKobo', 'durationMinutes'),
}

const draftAddOnRows = prepared(() =>
	build
		.select(addOnFields)
		.from(draftAddOns)
		.innerJoin(addOns, and(eq(addOns.id, draftAddOns.addOnId), eq(addOns.isEnabled, true)))
		.where(eq(draftAddOns.draftId, draftId))
		.orderBy(asc(addOns.position), asc(addOns.id)),
)

const shopAddOnRows = prepared(() =>
	build
		.select(addOnFields)
		.from(drafts)
		.innerJoin(addOns, and(eq(addOns.shopId, drafts.shopId), eq(addOns.isEnabled, true)))
		.where(eq(drafts.id, draftId))
		.orderBy(asc(addOns.position), asc(addOns.id)),
)

export function createDraftRepository(read: Database['read']) {
	return {
		async draft(draftId: string): Promise<Draft | null> {
			const [[row], serviceRows, addOnRows] = await Promise.all([
				read(draftRow({ draftId })),
				read(draftServiceRows({ draftId })),
				read(draftAddOnRows({ draftId })),
			])
			if (!row) return null
			return {
				id: row.id,
				shopId: row.shopId,
				services: serviceRows.map(({ staffChoice, staffMemberId, staffName, ...service }) => ({
					...service,
					staff: readStaffChoice(staffChoice, staffMemberId, staffName),
				})),
				addOns: addOnRows,
				startsAt: row.startsAt,
				contact: { firstName: row.firstName, lastName: row.lastName, email: row.email, phone: row.phone },
				bookingNotes: forEachNote((name) => row[name]),
				promoCode: row.promoCode,
				rewardId: row.rewardId,
				usesCashback: row.usesCashback,
				tip: { kind: row.tipKind, percent: row.tipPercent, customKobo: row.tipCustomKobo },
				paymentChoice: row.paymentChoice,
				appointmentId: row.appointmentId,
				savedAt: row.savedAt,
				firstHeldAt: row.firstHeldAt,
			}
		},

		shopAddOns: (draftId: string): Promise<DraftAddOn[]> => read(shopAddOnRows({ draftId })),

		insertDraft: (draftId: string, shopId: string, now: Instant): Statement<number> =>
			insertRow(drafts, { id: draftId, shopId, createdAt: now, savedAt: now }),

		/**
		 * A draft with its first service, at its shop. Refused where the service cannot be booked ('service_not_offered').
		 */
		insertDraftFor: (draftId: string, serviceId: string, now: Instant): Statement[] => [
			refuseWhen('service_not_offered', sql`NOT EXISTS (SELECT 1 ${fromBookable(serviceId)})`),
			insertFrom(
				drafts,
				{ id: draftId, shopId: sql`${services.shopId}`, createdAt: now, savedAt: now },
				fromBookable(serviceId),
			),
		],

		/** Refused where a draft is over (D1) or booked, or has staff, a start or a second service ('not_first_choice'). */
		requireFirstChoice: (draftId: string, now: Instant): Statement<number> =>
			refuseWhen(
				'not_first_choice',
				sql`NOT EXISTS (SELECT 1 FROM ${drafts} WHERE ${isNotBooked(draftId)} AND ${drafts.savedAt} > ${now - DAY_MS}
						AND ${drafts.startsAt} IS NULL)
					OR (SELECT group_concat(${draftServices.position} || coalesce(${draftServices.staffChoice}, ''))
						FROM ${draftServices} WHERE ${draftServices.draftId} = ${draftId}) IS NOT '0'`,
			),

		/** For the only service of a draft; null: any who can. */
		saveFirstStaff: (draftId: string, staffMemberId: string | null, now: Instant): Statement[] => [
			updateWhere(
				draftServices,
				{ staffChoice: staffMemberId === null ? 'any' : 'named', staffMemberId },
				eq(draftServices.draftId, draftId),
			),
			updateWhere(drafts, { savedAt: now }, isNotBooked(draftId)),
		],

		/** With its services, add-ons, hold and held time. */
		deleteDraft: (draftId: string): Statement<number> => deleteWhere(drafts, isNotBooked(draftId)),

		/** In order; a new service has no chosen person. */
		replaceServices: (
			draftId: string,
			chosen: readonly { serviceId: string; staff: StaffChoice | null }[],
		): Statement[] => [
			deleteWhere(draftServices, eq(draftServices.draftId, draftId)),
			...chosen.map(({ serviceId, staff }, position) =>
				insertRow(draftServices, {
					draftId,
					position,
					serviceId,
					staffChoice: staff?.kind ?? null,
					staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
				}),
			),
		],

		/** Null where the choices for it have changed. */
		saveStart: (draftId: string, startsAt: Instant | null, now: Instant): Statement<number> =>
			updateWhere(drafts, { startsAt, savedAt: now }, isNotBooked(draftId)),

		/** From now on the draft only answers repeats of its own post. */
		markBooked: (draftId: string, appointmentId: string, now: Instant): Statement<number> =>
			updateWhere(drafts, { appointmentId, savedAt: now }, eq(drafts.id, draftId)),

		purgeSavedBefore: (savedBefore: Instant): Statement<number> =>
			deleteSlice(drafts, lte(drafts.savedAt, savedBefore)),
	}
}

/** Of a listed shop, from FROM on. */
function fromBookable(serviceId: string): SQL {
	return sql`FROM ${services} JOIN ${shops} ON ${shops.id} = ${services.shopId}
		WHERE ${services.id} = ${serviceId} AND ${services.isEnabled} = 1 AND ${shops.isListed} = 1`
}

/** A booked draft does not change. */
export function isNotBooked(draftId: string) {
	return and(eq(drafts.id, draftId), isNull(drafts.appointmentId))
}

function readStaffChoice(
	choice: 'any' | 'named' | null,
	staffMemberId: string | null,
	name: string | null,
): DraftService['staff'] {
	if (choice === 'any') return { kind: 'any' }
	return choice === 'named' && staffMemberId !== null
		? { kind: 'named', staffMemberId, name: name ?? '' }
		: null
}
