import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { DisputeEvidence } from '#app/domain/payments/dispute-evidence-repository.server.ts'
import type { StoredDispute } from '#app/domain/payments/dispute-repository.server.ts'
import { transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, formatNaira } from '#app/kernel/money.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { type WriteFailure, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'
import { disputeHistory } from './dispute-history.server.ts'
import {
	type DisputedPaymentDeps,
	type DisputedPaymentRefusal,
	disputeAct,
	findDisputedPayment,
} from './disputes.server.ts'

export type EvidenceDocument = {
	title: string
	facts: { label: string; value: string }[]
	/** In order, by the shop's clock. */
	history: { when: string; what: string }[]
	madeAt: string
	/** 'Lagos': the place of the clock. */
	place: string
}

/**
 * The evidence about a disputed payment, by its reference or that of its visit or order. The evidence is personal: the
 * operator's act of reading it is recorded first.
 */
export async function readDisputeEvidence(
	deps: DisputedPaymentDeps,
	{ givenReference, now }: { givenReference: string; now: Instant },
): Promise<Outcome<EvidenceDocument, DisputedPaymentRefusal | WriteFailure>> {
	const found = await findDisputedPayment(deps, givenReference)
	if (!found.ok) return found
	const { evidence, disputes } = found.value
	return writeOrRefuse(evidenceDocument(evidence, disputes, now), () =>
		deps.writeBatch(disputeAct(deps, evidence, { kind: 'dispute_read', now })),
	)
}

/** Stored facts alone: what is missing is left out. */
function evidenceDocument(
	evidence: DisputeEvidence,
	disputes: readonly StoredDispute[],
	now: Instant,
): EvidenceDocument {
	const { shop, paymentReference, amountKobo, currency, paymentMethod, appointment, plan } = evidence
	const when = (at: Instant) => transactionLabelAt(shop.timeZone, at)
	const paid = `${formatMoney(amountKobo, currency)} on ${when(evidence.paidAt)}`
	const facts: [label: string, value: string | null][] = [
		['Payment', paymentReference],
		['Paid online', `${paid}, ${paymentMethod === 'CARD' ? 'by card' : 'by bank'}, through Paystack`],
		...disputes.map((dispute): [string, string] => ['Dispute', disputeWords(dispute, currency, when)]),
		[
			'Disputed since',
			disputes.length === 0 && evidence.disputedAt !== null ? when(evidence.disputedAt) : null,
		],
		['Shop', `${shop.name}, ${fullAddress(shop)}`],
		...customerFacts(evidence),
		...(appointment ? appointmentFacts(evidence, appointment, when) : []),
		...(plan ? planFacts(evidence, plan, when) : []),
	]
	return {
		title: `Disputed payment at ${shop.name}`,
		facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
		history: disputeHistory(evidence, disputes, when).map(({ at, what }) => ({ when: when(at), what })),
		madeAt: when(now),
		place: zonePlace(shop.timeZone),
	}
}

function disputeWords(
	{ id, amountKobo, category, openedAt, dueAt, endedAt, outcome }: StoredDispute,
	currency: string,
	when: (at: Instant) => string,
): string {
	return [
		category ? `${id} (${category})` : id,
		...(amountKobo === null ? [] : [`${formatMoney(amountKobo, currency)} in question`]),
		`opened ${when(openedAt)}`,
		...(dueAt === null ? [] : [`answer due ${when(dueAt)}`]),
		...(endedAt === null
			? []
			: [`ended ${when(endedAt)}, ${outcome === 'lost' ? 'lost' : 'the payment stays'}`]),
	].join(', ')
}

function customerFacts({ booker }: DisputeEvidence): [string, string | null][] {
	const { firstName, lastName, email, phone, isErased } = booker
	if (isErased)
		return [
			['Customer', 'erased at their own wish or after two years: name, contact and messages are not kept'],
		]
	return [
		['Customer', `${firstName} ${lastName}`.trim()],
		['E-mail', email],
		['Phone', phone],
	]
}

const statusWords: Record<AppointmentStatus, string> = {
	SCHEDULED: 'booked',
	CONFIRMED: 'booked and confirmed',
	COMPLETED: 'completed',
	CANCELLED: 'cancelled',
	NO_SHOW: 'the customer did not come',
}

function appointmentFacts(
	{ agreed }: DisputeEvidence,
	appointment: NonNullable<DisputeEvidence['appointment']>,
	when: (at: Instant) => string,
): [string, string | null][] {
	const { refundableUntilAt, moveCount, paidAtShopKobo } = appointment
	const shownUntilAt = agreed.refundableUntilAt ?? refundableUntilAt
	const shown = `free of charge until ${when(shownUntilAt)}; later the shop keeps what was paid`
	return [
		['Visit', `${appointment.referenceNumber}: ${appointment.serviceNames.join(', ')}`],
		['Time', `${when(appointment.startsAt)} to ${when(appointment.endsAt)}`],
		['State', statusWords[appointment.status]],
		['Total', formatNaira(appointment.totalKobo)],
		['Paid at the shop', paidAtShopKobo > 0 ? formatNaira(paidAtShopKobo) : null],
		['Moved', moveCount > 0 ? `${moveCount} ${moveCount === 1 ? 'time' : 'times'}` : null],
		['Cancellation terms', agreed.refundableUntilAt === null ? shown : `${shown}, as shown before paying`],
		[
			'Free cancellation after a move',
			refundableUntilAt === shownUntilAt ? null : `until ${when(refundableUntilAt)}`,
		],
	]
}

function planFacts(
	{ usage }: DisputeEvidence,
	plan: NonNullable<DisputeEvidence['plan']>,
	when: (at: Instant) => string,
): [string, string | null][] {
	const { totalVisitsAllowed, maxEntriesPerWeek, cancelledAt } = plan
	const used = usage.at(-1)?.entriesAfter ?? 0
	const given =
		totalVisitsAllowed !== null
			? `${totalVisitsAllowed} in all`
			: maxEntriesPerWeek !== null
				? `${maxEntriesPerWeek} a week`
				: 'without a limit'
	return [
		['Plan', plan.title],
		['Period', `${when(plan.startsAt)} to ${when(plan.endsAt)}`],
		['Entries', `${given}, ${used} used`],
		['Cancelled', cancelledAt === null ? null : when(cancelledAt)],
		['Cancellation terms', 'all money back within 7 days while nothing is used; later none'],
	]
}
