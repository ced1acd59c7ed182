import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { DepositKind } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { checkouts, draftAddOns, draftServices, drafts, promoCodes, promoUses } from '#db/schema/booking.ts'
import {
	addOns,
	services,
	shopBankAccounts,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { build, builtWrite, insertFrom, prepared } from '#db/statement.server.ts'
import type { Draft, DraftService, StaffChoice, TypedContact } from './draft.ts'
import type { PromoCode } from './promo-code.ts'
import type { TipChoice } from './tip.ts'

/** What the booking pages say of the shop, and the rules that it sets. */
export type BookingShop = {
	id: string
	name: string
	address: string
	phone: string | null
	isListed: boolean
	timeZone: string
	minimumNoticeMinutes: number
	horizonDays: number
	freeCancellationMinutes: number
	rescheduleCutoffMinutes: number
	depositKind: DepositKind
	depositValue: number
	prepayAfterNoShows: number | null
	bankAccount: { bankName: string; accountNumber: string; accountName: string } | null
}

export type ShopWithServices = {
	id: string
	name: string
	services: {
		serviceId: string
		name: string
		description: string
		durationMinutes: number
		priceKobo: number
	}[]
}

export type CheckoutChoices = {
	contact: TypedContact
	/** '' for none; left out, they stay as they are. */
	visitorName?: string
	customerNote?: string
	/** Normalized; '' for none. */
	promoCode: string
	rewardId: string | null
	usesCashback: boolean
	tip: TipChoice
	paymentChoice: PaymentChoice | null
	addOnIds: readonly string[]
}

export type ShopAddOn = { addOnId: string; name: string; priceKobo: number; durationMinutes: number }

const placeholder = { draftId: sql.placeholder('draftId') }

const draftRow = prepared(build.select().from(drafts).where(eq(drafts.id, placeholder.draftId)))

const draftServiceRows = prepared(
	build
		.select({
			serviceId: services.id,
			name: services.name,
			priceKobo: services.priceKobo,
			durationMinutes: services.durationMinutes,
			bufferMinutes: services.bufferMinutes,
			isEnabled: services.isEnabled,
			staffChoice: draftServices.staffChoice,
			staffMemberId: draftServices.staffMemberId,
			staffName: staffMembers.firstName,
		})
		.from(draftServices)
		.innerJoin(services, eq(services.id, draftServices.serviceId))
		.leftJoin(staffMembers, eq(staffMembers.id, draftServices.staffMemberId))
		.where(eq(draftServices.draftId, placeholder.draftId))
		.orderBy(asc(draftServices.position)),
)

const draftAddOnRows = prepared(
	build
		.select({
			addOnId: addOns.id,
			name: addOns.name,
			priceKobo: addOns.priceKobo,
			durationMinutes: addOns.durationMinutes,
		})
		.from(draftAddOns)
		.innerJoin(addOns, and(eq(addOns.id, draftAddOns.addOnId), eq(addOns.isEnabled, true)))
		.where(eq(draftAddOns.draftId, placeholder.draftId))
		.orderBy(asc(addOns.position), asc(addOns.id)),
)

const shopFields = {
	id: shops.id,
	name: shops.name,
	address: shops.address,
	phone: shops.phone,
	isListed: shops.isListed,
	timeZone: shops.timeZone,
	minimumNoticeMinutes: shops.minimumNoticeMinutes,
	horizonDays: shops.horizonDays,
	freeCancellationMinutes: shops.freeCancellationMinutes,
	rescheduleCutoffMinutes: shops.rescheduleCutoffMinutes,
	depositKind: shops.depositKind,
	depositValue: shops.depositValue,
	prepayAfterNoShows: shops.prepayAfterNoShows,
	bankName: shopBankAccounts.bankName,
	accountNumber: shopBankAccounts.accountNumber,
	accountName: shopBankAccounts.accountName,
}

const shopOfDraftRow = prepared(
	build
		.select(shopFields)
		.from(drafts)
		.innerJoin(shops, eq(shops.id, drafts.shopId))
		.leftJoin(shopBankAccounts, eq(shopBankAccounts.shopId, shops.id))
		.where(eq(drafts.id, placeholder.draftId)),
)

const shopAddOnRows = prepared(
	build
		.select({
			addOnId: addOns.id,
			name: addOns.name,
			priceKobo: addOns.priceKobo,
			durationMinutes: addOns.durationMinutes,
		})
		.from(drafts)
		.innerJoin(addOns, and(eq(addOns.shopId, drafts.shopId), eq(addOns.isEnabled, true)))
		.where(eq(drafts.id, placeholder.draftId))
		.orderBy(asc(addOns.position), asc(addOns.id)),
)

const promoOfDraftRow = prepared(
	build
		.select({
			id: promoCodes.id,
			code: promoCodes.code,
			discountType: promoCodes.discountType,
			discountValue: promoCodes.discountValue,
			isActive: promoCodes.isActive,
			expiresAt: promoCodes.expiresAt,
			maxUses: promoCodes.maxUses,
			// A use that this draft reserved for its payment is not another customer's.
			currentUses: sql<number>`${promoCodes.currentUses} - (SELECT count(*) FROM ${checkouts}
				JOIN ${promoUses} ON ${promoUses.checkoutId} = ${checkouts.id} AND ${promoUses.promoCodeId} = ${promoCodes.id}
				WHERE ${checkouts.draftId} = ${drafts.id} AND ${checkouts.status} = 'PENDING')`,
			minimumAmountKobo: promoCodes.minimumAmountKobo,
		})
		.from(drafts)
		.innerJoin(
			promoCodes,
			and(
				eq(promoCodes.shopId, drafts.shopId),
				eq(promoCodes.code, sql`coalesce(${sql.placeholder('code')}, ${drafts.promoCode})`),
			),
		)
		.where(eq(drafts.id, placeholder.draftId)),
)

/** A listed shop: the one that is named, else the draft's own. */
const isShopAskedFor = and(
	eq(shops.isListed, true),
	sql`${shops.id} = coalesce(${sql.placeholder('shopId')},
		(SELECT ${drafts.shopId} FROM ${drafts} WHERE ${drafts.id} = ${placeholder.draftId}))`,
)

const shopAskedFor = prepared(
	build.select({ id: shops.id, name: shops.name }).from(shops).where(isShopAskedFor),
)

const servicesAskedFor = prepared(
	build
		.select({
			serviceId: services.id,
			name: services.name,
			description: services.description,
			durationMinutes: services.durationMinutes,
			priceKobo: services.priceKobo,
		})
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(and(isShopAskedFor, eq(services.isEnabled, true)))
		.orderBy(asc(services.name), asc(services.id)),
)

const shopOfServiceRow = prepared(
	build
		.select({ name: shops.name, phone: shops.phone })
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(eq(services.id, sql.placeholder('serviceId'))),
)

const bookableServiceRow = prepared(
	build
		.select({
			shopId: shops.id,
			shopName: shops.name,
			staffCount: sql<number>`(SELECT count(*) FROM ${staffServices}
				JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId}
				WHERE ${staffServices.serviceId} = ${services.id} AND ${staffMembers.isActive} = 1)`,
		})
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(
			and(
				eq(services.id, sql.placeholder('serviceId')),
				eq(services.isEnabled, true),
				eq(shops.isListed, true),
			),
		),
)

export function createDraftRepository(read: Database['read']) {
	async function draft(draftId: string): Promise<Draft | null> {
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
				staff: staffOf(staffChoice, staffMemberId, staffName),
			})),
			addOns: addOnRows,
			startsAt: row.startsAt,
			contact: { firstName: row.firstName, lastName: row.lastName, email: row.email, phone: row.phone },
			visitorName: row.visitorName,
			customerNote: row.customerNote,
			promoCode: row.promoCode,
			rewardId: row.rewardId,
			usesCashback: row.usesCashback,
			tip: { kind: row.tipKind, percent: row.tipPercent, customKobo: row.tipCustomKobo },
			paymentChoice: row.paymentChoice,
			appointmentId: row.appointmentId,
			savedAt: row.savedAt,
			firstHeldAt: row.firstHeldAt,
		}
	}

	return {
		draft,

		async shopOfDraft(draftId: string): Promise<BookingShop | null> {
			const [row] = await read(shopOfDraftRow({ draftId }))
			return row ? toBookingShop(row) : null
		},

		/** The extras that the draft's shop offers. */
		shopAddOns: (draftId: string): Promise<ShopAddOn[]> => read(shopAddOnRows({ draftId })),

		/** The promo code that the draft names, or the one just typed; valid or not: validity is a pure rule. */
		async promoOfDraft(draftId: string, typedCode: string | null = null): Promise<PromoCode | null> {
			const [row] = await read(promoOfDraftRow({ draftId, code: typedCode }))
			return row ?? null
		},

		/** A listed shop with the services that can be booked there, by name; the draft's own shop when none is named. */
		async shopWithServices(shopId: string | null, draftId: string | null): Promise<ShopWithServices | null> {
			const asked = { shopId, draftId }
			const [[found], offered] = await Promise.all([read(shopAskedFor(asked)), read(servicesAskedFor(asked))])
			return found ? { ...found, services: offered } : null
		},

		/** A service with its shop, as far as a booking may begin with it; null when it is not offered. */
		async bookableService(
			serviceId: string,
		): Promise<{ shopId: string; shopName: string; staffCount: number } | null> {
			const [row] = await read(bookableServiceRow({ serviceId }))
			return row ?? null
		},

		/** Whom to call about a service; null when it is unknown. */
		async shopOfService(serviceId: string): Promise<{ name: string; phone: string | null } | null> {
			const [row] = await read(shopOfServiceRow({ serviceId }))
			return row ?? null
		},

		insertDraft: (draftId: string, shopId: string, now: Instant): Statement<number> =>
			builtWrite(build.insert(drafts).values({ id: draftId, shopId, createdAt: now, savedAt: now })),

		/** With its services, its extras, its hold and the time that this kept. */
		deleteDraft: (draftId: string): Statement<number> =>
			builtWrite(build.delete(drafts).where(isNotBooked(draftId))),

		/** The services of the visit in order, new ones without a chosen person. */
		replaceServices: (
			draftId: string,
			chosen: readonly { serviceId: string; staff: StaffChoice | null }[],
		): Statement[] => [
			builtWrite(build.delete(draftServices).where(eq(draftServices.draftId, draftId))),
			...chosen.map(({ serviceId, staff }, position) =>
				builtWrite(
					build.insert(draftServices).values({
						draftId,
						position,
						serviceId,
						staffChoice: staff?.kind ?? null,
						staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
					}),
				),
			),
		],

		/** Sets the chosen time, or clears it together with its hold when what it was chosen for has changed. */
		saveStart: (draftId: string, startsAt: Instant | null, now: Instant): Statement<number> =>
			builtWrite(build.update(drafts).set({ startsAt, savedAt: now }).where(isNotBooked(draftId))),

		/** All that checkout asks for, as typed; null leaves a field as it is. Counts the contact's holds (C36). */
		saveCheckoutChoices: (
			draftId: string,
			{
				contact,
				visitorName,
				customerNote,
				promoCode,
				rewardId,
				usesCashback,
				tip,
				paymentChoice,
				addOnIds,
			}: CheckoutChoices,
			now: Instant,
		): Statement[] => [
			builtWrite(
				build
					.update(drafts)
					.set({
						firstName: contact.firstName,
						lastName: contact.lastName,
						email: contact.email,
						phone: contact.phone,
						visitorName,
						customerNote,
						promoCode,
						rewardId,
						usesCashback,
						tipKind: tip.kind,
						tipPercent: tip.percent,
						tipCustomKobo: tip.customKobo,
						paymentChoice,
						savedAt: now,
					})
					.where(isNotBooked(draftId)),
			),
			builtWrite(build.delete(draftAddOns).where(eq(draftAddOns.draftId, draftId))),
			insertFrom(
				draftAddOns,
				{ draftId: sql`${drafts.id}`, addOnId: sql`${addOns.id}` },
				sql`FROM ${drafts}
					JOIN ${addOns} ON ${addOns.shopId} = ${drafts.shopId} AND ${addOns.isEnabled} = 1
					JOIN json_each(${JSON.stringify(addOnIds)}) chosen ON chosen.value = ${addOns.id}
					WHERE ${drafts.id} = ${draftId} GROUP BY ${addOns.id}`,
			),
		],

		/** The draft has become an appointment: from now on it only answers repeats of its own post. */
		markBooked: (draftId: string, appointmentId: string, now: Instant): Statement<number> =>
			builtWrite(build.update(drafts).set({ appointmentId, savedAt: now }).where(eq(drafts.id, draftId))),

		/** Housekeeping: nothing depends on it having run. */
		purgeSavedBefore: (savedBefore: Instant): Statement<number> =>
			deleteSlice(drafts, lte(drafts.savedAt, savedBefore)),
	}
}

function isNotBooked(draftId: string) {
	return and(eq(drafts.id, draftId), isNull(drafts.appointmentId))
}

export type DraftRepository = ReturnType<typeof createDraftRepository>

function staffOf(
	choice: 'any' | 'named' | null,
	staffMemberId: string | null,
	name: string | null,
): DraftService['staff'] {
	if (choice === 'any') return { kind: 'any' }
	return choice === 'named' && staffMemberId !== null
		? { kind: 'named', staffMemberId, name: name ?? '' }
		: null
}

type ShopRow = Omit<BookingShop, 'bankAccount'> & {
	bankName: string | null
	accountNumber: string | null
	accountName: string | null
}

function toBookingShop({ bankName, accountNumber, accountName, ...shop }: ShopRow): BookingShop {
	const hasAccount = bankName !== null && accountNumber !== null && accountName !== null
	return { ...shop, bankAccount: hasAccount ? { bankName, accountNumber, accountName } : null }
}
