import { and, asc, eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { DepositKind, PaymentChoice } from '#app/kernel/vocabulary.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { draftAddOns, draftServices, drafts, promoCodes } from '#db/schema/booking.ts'
import { addOns, services, shopBankAccounts, shops, staffMembers } from '#db/schema/discovery.ts'
import { build, prepared, rawRead, rawWrite } from '#db/statement.server.ts'
import type { Draft, DraftService, StaffChoice, TypedContact } from './draft.ts'
import type { PromoCode } from './promo-code.ts'
import type { TipChoice } from './tip.ts'

/** What the booking pages say of the shop, and the rules that it sets. */
export type BookingShop = {
	id: string
	name: string
	address: string
	phone: string | null
	timeZone: string
	minimumNoticeMinutes: number
	horizonDays: number
	freeCancellationMinutes: number
	rescheduleCutoffMinutes: number
	depositKind: DepositKind
	depositValue: number
	prepaidFromNoShows: number | null
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
	/** Normalized; '' for none. */
	promoCode: string
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
	timeZone: shops.timeZone,
	minimumNoticeMinutes: shops.minimumNoticeMinutes,
	horizonDays: shops.horizonDays,
	freeCancellationMinutes: shops.freeCancellationMinutes,
	rescheduleCutoffMinutes: shops.rescheduleCutoffMinutes,
	depositKind: shops.depositKind,
	depositValue: shops.depositValue,
	prepaidFromNoShows: shops.prepaidFromNoShows,
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
			// What this draft has reserved by going to pay is no use by somebody else.
			currentUses: sql<number>`${promoCodes.currentUses} - (SELECT count(*) FROM checkouts checkout
				JOIN promo_uses used ON used.checkout_id = checkout.id AND used.promo_code_id = ${promoCodes.id}
				WHERE checkout.draft_id = ${drafts.id} AND checkout.status = 'PENDING')`,
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
			promoCode: row.promoCode,
			tip: { kind: row.tipKind, percent: row.tipPercent, customKobo: row.tipCustomKobo },
			paymentChoice: row.paymentChoice,
			appointmentId: row.appointmentId,
			savedAt: row.savedAt,
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
			const shop = sql`SELECT id, name FROM shops WHERE is_listed = 1
				AND id = coalesce(${shopId}, (SELECT shop_id FROM drafts WHERE id = ${draftId}))`
			const [[found], offered] = await Promise.all([
				read(rawRead(shop, ({ id, name }) => ({ id: String(id), name: String(name) }))),
				read(
					rawRead(
						sql`SELECT service.* FROM services service JOIN (${shop}) shop ON shop.id = service.shop_id
							WHERE service.is_enabled = 1 ORDER BY service.name, service.id`,
						(row) => ({
							serviceId: String(row.id),
							name: String(row.name),
							description: String(row.description),
							durationMinutes: Number(row.duration_minutes),
							priceKobo: Number(row.price_kobo),
						}),
					),
				),
			])
			return found ? { ...found, services: offered } : null
		},

		/** A service with its shop, as far as a booking may begin with it; null when it is not offered. */
		async bookableService(
			serviceId: string,
		): Promise<{ shopId: string; shopName: string; staffCount: number } | null> {
			const [row] = await read(
				rawRead(
					sql`SELECT shop.id, shop.name,
							(SELECT count(*) FROM staff_services link JOIN staff_members member ON member.id = link.staff_member_id
								WHERE link.service_id = service.id AND member.is_active = 1) AS staff_count
						FROM services service JOIN shops shop ON shop.id = service.shop_id
						WHERE service.id = ${serviceId} AND service.is_enabled = 1 AND shop.is_listed = 1`,
					({ id, name, staff_count }) => ({
						shopId: String(id),
						shopName: String(name),
						staffCount: Number(staff_count),
					}),
				),
			)
			return row ?? null
		},

		insertDraft: (draftId: string, shopId: string, now: Instant): Statement =>
			rawWrite(
				sql`INSERT INTO drafts (id, shop_id, created_at, saved_at) VALUES (${draftId}, ${shopId}, ${now}, ${now})`,
			),

		/** With its services, its extras, its hold and the time that this kept. */
		deleteDraft: (draftId: string): Statement =>
			rawWrite(sql`DELETE FROM drafts WHERE id = ${draftId} AND appointment_id IS NULL`),

		/** The services of the visit in order, nobody chosen for those that are new. */
		replaceServices: (
			draftId: string,
			draftServices: readonly { serviceId: string; staff: StaffChoice | null }[],
		): Statement[] => [
			rawWrite(sql`DELETE FROM draft_services WHERE draft_id = ${draftId}`),
			...draftServices.map(({ serviceId, staff }, position) =>
				rawWrite(
					sql`INSERT INTO draft_services (draft_id, position, service_id, staff_choice, staff_member_id)
						VALUES (${draftId}, ${position}, ${serviceId}, ${staff?.kind ?? null}, ${staff?.kind === 'named' ? staff.staffMemberId : null})`,
				),
			),
		],

		/** Sets the chosen time, or clears it together with its hold when what it was chosen for has changed. */
		saveStart: (draftId: string, startsAt: Instant | null, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE drafts SET starts_at = ${startsAt}, saved_at = ${now} WHERE id = ${draftId} AND appointment_id IS NULL`,
			),

		/** All that checkout asks for, as typed; null leaves a field as it is. Counts the contact's holds (law 6). */
		saveCheckoutChoices: (draftId: string, choices: CheckoutChoices, now: Instant): Statement[] => [
			rawWrite(
				sql`UPDATE drafts SET first_name = ${choices.contact.firstName}, last_name = ${choices.contact.lastName},
						email = ${choices.contact.email}, phone = ${choices.contact.phone}, promo_code = ${choices.promoCode},
						tip_kind = ${choices.tip.kind}, tip_percent = ${choices.tip.percent}, tip_custom_kobo = ${choices.tip.customKobo},
						payment_choice = ${choices.paymentChoice}, saved_at = ${now}
					WHERE id = ${draftId} AND appointment_id IS NULL`,
			),
			rawWrite(sql`DELETE FROM draft_add_ons WHERE draft_id = ${draftId}`),
			rawWrite(
				sql`INSERT INTO draft_add_ons (draft_id, add_on_id)
					SELECT draft.id, extra.id FROM drafts draft
					JOIN add_ons extra ON extra.shop_id = draft.shop_id AND extra.is_enabled = 1
					JOIN json_each(${JSON.stringify(choices.addOnIds)}) chosen ON chosen.value = extra.id
					WHERE draft.id = ${draftId} GROUP BY extra.id`,
			),
		],

		/** The draft has become an appointment: from now on it only answers repeats of its own post. */
		markBooked: (draftId: string, appointmentId: string, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE drafts SET appointment_id = ${appointmentId}, saved_at = ${now} WHERE id = ${draftId}`,
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeSavedBefore: (savedBefore: Instant): Statement =>
			rawWrite(sql`DELETE FROM drafts WHERE saved_at <= ${savedBefore}`),
	}
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
