import type { CustomerOfAppointment } from '#app/domain/booking/customer/customer-card-repository.server.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { type AccessKey, seesCustomers } from '#app/domain/shops/access-key.ts'
import type { ShopChangeRefusal } from '#app/domain/shops/shop-change-refusal.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import {
	type Alongside,
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'booking' | 'identity' | 'loyalty' | 'payments' | 'shops' | 'subscriptions'> &
	Pick<Repositories, 'writeBatch'>

type ReadCustomerCardInput = {
	/** The key's shop reads cards of its customers only. */
	caller: ShopCaller & { sessionHash: string | null }
	/** Of any of the customer's visits there. */
	referenceNumber: string
	/** Null for the latest page. */
	before: ListPlace | null
	limit: number
	now: Instant
}

type Rows<Make extends (...given: never[]) => Statement<unknown[]>> = ReturnType<ReturnType<Make>['map']>

export type CustomerCard = {
	key: AccessKey
	customer: CustomerOfAppointment
	/** One page, the latest first. */
	appointments: Rows<Repositories['booking']['people']['selectAppointmentsOfCustomer']>
	/** Where the next page begins; null at the end. */
	next: ListPlace | null
	/** Counted as in the takings. */
	spentKobo: Kobo
	/** None for a guest. */
	standings: Rows<Repositories['loyalty']['standings']['selectStandingsOfCustomer']>
	/** Latest end first; none for a guest. */
	periods: Rows<Repositories['subscriptions']['periods']['selectPeriodsOfCustomer']>
}

type CustomerCardRefusal = 'key_ended' | 'not_for_role' | 'search_rate_limited' | 'customer_not_found'

/**
 * Everything a shop may know of a customer, by one of their visits (D65). All client rows of an account there are one
 * customer (D35). Each card read counts as a search.
 * - `not_for_role`: the device is one staff member's
 * - `search_rate_limited`: too many searches and cards read by this key
 * - `customer_not_found`: this shop has no such visit, or its customer was erased
 */
export async function readCustomerCard(
	deps: Deps,
	{ caller, referenceNumber, before, limit, now }: ReadCustomerCardInput,
): Promise<Outcome<CustomerCard, CustomerCardRefusal>> {
	const { people } = deps.booking
	const limitOfKey = { kind: 'customer-search', subject: caller.secretHash } as const
	const { counted, keys, customers, appointments, spent, standings, periods } = await deps.writeBatch({
		counted: deps.identity.rateLimits.recordKeyAttempt(limitOfKey, now),
		keys: deps.shops.accessKeys.selectKeyOf(caller),
		customers: people.selectCustomerOfAppointment(caller, referenceNumber, now),
		appointments: people.selectAppointmentsOfCustomer(caller, referenceNumber, { before, limit: limit + 1 }),
		spent: deps.payments.takings.selectSpent(caller, referenceNumber),
		standings: deps.loyalty.standings.selectStandingsOfCustomer(caller, referenceNumber, now),
		periods: deps.subscriptions.periods.selectPeriodsOfCustomer(caller, referenceNumber, now),
	})
	const [key] = keys
	const [customer] = customers
	if (!key) return refused('key_ended')
	if (!seesCustomers(key)) return refused('not_for_role')
	if (!isWithinLimit(counted)) return refused('search_rate_limited')
	if (!customer) return refused('customer_not_found')
	const shown = appointments.slice(0, limit)
	const last = appointments.length > limit ? shown.at(-1) : undefined
	return accepted({
		key,
		customer,
		appointments: shown,
		next: last ? { at: last.startsAt, id: last.appointmentId } : null,
		spentKobo: spent[0] ?? 0,
		standings,
		periods,
	})
}

type CustomerNote = {
	shopId: string
	/** A client row of the person; an account has one note (D35). */
	clientId: string
	/** Null or empty removes it. */
	note: string | null
	/** What the form showed. */
	seen: string | null
	alongside?: Alongside
}

/**
 * Writes the shop's note on a customer. Refuses 'changed_meanwhile' where it differs from `seen`, or the person was
 * erased.
 */
export async function writeCustomerNote(
	{ booking: { people }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	{ shopId, clientId, note, seen, alongside = [] }: CustomerNote,
): Promise<Outcome<null, Extract<ShopChangeRefusal, 'changed_meanwhile'> | WriteFailure>> {
	const ofClient = { shopId, clientId }
	const [was, wanted] = [seen || null, note || null]
	return writeOrRefuse(
		null,
		async () =>
			writeIdempotent(writeBatch, [
				...(await alongside),
				people.refuseUnlessNoteSeen(ofClient, was, wanted),
				people.writeNoteOfCustomer(ofClient, wanted),
			]),
		{ changed_meanwhile: 'changed_meanwhile' },
	)
}
