import {
	comingTerms,
	type DatedTerms,
	isEqualTerms,
	isRaise,
	type PayoutTerms,
	raiseFrom,
	termsAt,
	termsSummary,
} from '#app/domain/payouts/payout-terms.ts'
import type { SetTerms } from '#app/domain/payouts/payout-terms-repository.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type WriteFailure, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** What is left out stays. `from`: a date on the shop's clock, else the earliest. */
export type TermsInput = Partial<PayoutTerms> & { from?: CivilDate }

/** `unchanged`: these terms apply, or will. `withdrawn`: the coming change is cancelled. */
export type TermsChange =
	| { kind: 'unchanged' }
	| { kind: 'withdrawn'; terms: PayoutTerms }
	| { kind: 'changed'; terms: DatedTerms; isRaise: boolean }

/** `too_soon`: a raise is told seven days before. `past`: the date is over at the shop. */
export type TermsRefusal = { why: 'too_soon'; earliest: CivilDate } | { why: 'past' }

/**
 * The change of a shop's terms (D56). A raise begins with a day of the shop, after seven days; lower terms may begin at
 * once. A later change replaces the coming one.
 */
export function plannedTerms(
	all: readonly DatedTerms[],
	{ from, ...input }: TermsInput,
	{ zone, now }: { zone: ZoneName; now: Instant },
): Outcome<TermsChange, TermsRefusal> {
	const current = termsAt(all, now)
	const coming = comingTerms(all, now)
	const terms = { ...current, ...input }
	if (isEqualTerms(terms, current))
		return accepted(coming ? { kind: 'withdrawn', terms } : { kind: 'unchanged' })
	const isMore = isRaise(current, terms)
	const earliest = isMore ? firstDayFrom(zone, raiseFrom(now)) : civilAt(zone, now).date
	const date = from ?? earliest
	if (date < earliest) return refused(isMore ? { why: 'too_soon', earliest } : { why: 'past' })
	const appliesFrom = Math.max(now, dayStartsAt(zone, date))
	if (coming && isEqualTerms(coming, terms) && (from === undefined || coming.appliesFrom === appliesFrom))
		return accepted({ kind: 'unchanged' })
	return accepted({ kind: 'changed', terms: { ...terms, appliesFrom }, isRaise: isMore })
}

/** The first date that begins at that instant or later. */
function firstDayFrom(zone: ZoneName, at: Instant): CivilDate {
	const { date } = civilAt(zone, at)
	return dayStartsAt(zone, date) >= at ? date : addDays(date, 1)
}

/**
 * Writes the change with the operator's act and a mail to the shop (D56). Earlier bookings keep their terms. Refuses
 * 'payout_terms_changed' where another change was written since `seen`.
 */
export async function setPayoutTerms(
	deps: Pick<Repositories, 'payouts' | 'shops' | 'messaging' | 'writeBatch'>,
	input: { shopId: string; seen: readonly SetTerms[]; change: TermsChange; now: Instant },
): Promise<Outcome<null, WriteFailure | 'payout_terms_changed'>> {
	const { shopId, seen, change, now } = input
	const { terms: repository } = deps.payouts
	const { shopActs } = deps.shops
	const { shopNotices } = deps.messaging
	const { writeBatch } = deps
	if (change.kind === 'unchanged') return accepted(null)
	const id = newId()
	const summary = describeChange(change)
	const write = () =>
		writeBatch([
			repository.requireTerms(shopId, seen),
			...shopActs.insertAct({ id, shopId, kind: 'payout_terms_changed', subjectId: shopId, summary, now }),
			repository.withdrawComing(shopId, now),
			...(change.kind === 'changed' ? written(change.terms) : []),
		])
	return writeOrRefuse(null, write, { payout_terms_changed: 'payout_terms_changed' })

	function written(terms: DatedTerms) {
		const { appliesFrom } = terms
		const notice = {
			kind: 'shop_payout_terms' as const,
			shopId,
			onceFor: id,
			payload: { shopId, appliesFrom, setAt: now },
			now,
		}
		return [repository.writeTerms({ ...terms, shopId, setAt: now }), shopNotices.insertPayoutNotice(notice)]
	}
}

function describeChange(change: Exclude<TermsChange, { kind: 'unchanged' }>): string {
	return change.kind === 'withdrawn' ? `Stays: ${termsSummary(change.terms)}` : termsSummary(change.terms)
}
